import type { Outline } from './outline.js'
import type {
  ForwardDynamicsDerivatives,
  InverseDynamicsDerivatives,
  JointSpaceInertia,
  StepMap
} from './types/derivatives.js'

/** Derivatives as WebAssembly writes them: from a place in the heap on, of a mechanism. */
export interface FoundDerivatives {
  readonly start: number
  readonly heap: Float64Array
  readonly dofs: number
  readonly outline: Outline
}

export function forwardFrom(found: FoundDerivatives): ForwardDynamicsDerivatives {
  const { dofs, outline } = found
  const velocities = outline.velocitySize
  const next = reader(found)
  return {
    coordinates: next.coordinates(),
    position: next.matrix(velocities * dofs),
    velocity: next.matrix(velocities * dofs),
    torque: next.matrix(velocities * velocities)
  }
}

export function inverseFrom(found: FoundDerivatives): InverseDynamicsDerivatives {
  const size = found.dofs * found.dofs
  const next = reader(found)
  return {
    coordinates: next.coordinates(),
    position: next.matrix(size),
    velocity: next.matrix(size),
    acceleration: next.matrix(size)
  }
}

export function stepMapFrom(found: FoundDerivatives): StepMap {
  const { dofs, outline } = found
  const velocities = outline.velocitySize
  const next = reader(found)
  return {
    endCoordinates: next.coordinates(),
    state: next.matrix(4 * dofs * dofs),
    torque: next.matrix(2 * dofs * velocities),
    coordinates: next.coordinates()
  }
}

export function massMatrixFrom(found: FoundDerivatives): JointSpaceInertia {
  const next = reader(found)
  return { coordinates: next.coordinates(), matrix: next.matrix(found.dofs * found.dofs) }
}

/** Copies one after the other: matrices, and coordinates by their places in v. */
function reader({ start, heap, dofs, outline }: FoundDerivatives) {
  let place = start
  const take = (count: number) => {
    place += count
    return heap.slice(place - count, place)
  }
  return { matrix: take, coordinates: () => coordinatesOf(outline, take(dofs)) }
}

/** Joint and component of velocities by their places in v. */
export function coordinatesOf(
  outline: Outline,
  places: Float64Array
): (readonly [joint: string, component: number])[] {
  const names = velocityNames(outline)
  return Array.from(places, (entry) => {
    const name = names[entry]
    if (!name) throw new Error(`no velocity has the place ${entry}`)
    return name
  })
}

/** Joint and component of every entry of v. */
function velocityNames(outline: Outline): readonly (readonly [string, number])[] {
  let names = namesOf.get(outline)
  if (names === undefined) {
    names = outline.joints.flatMap(({ name, velocities }) =>
      Array.from({ length: velocities }, (_, component) => [name, component] as const)
    )
    namesOf.set(outline, names)
  }
  return names
}

const namesOf = new WeakMap<Outline, readonly (readonly [string, number])[]>()
