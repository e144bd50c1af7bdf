import type { Body, Coupling, Joint, JointValues, Loop, Mechanism, Vector3 } from 'linkwork'
import type { VariantName } from '../model/messages.ts'

export interface NamedState {
  readonly q?: JointValues
  readonly v?: JointValues
}

export interface Variant {
  readonly mechanism: Mechanism
  /** Returns the state of the variant for a state of the mechanism; springs are relaxed. */
  stateOf(state: NamedState): Required<NamedState>
  /** Largest extension of soft pins [m], from the positions. */
  stretchOf?(q: Float64Array): number
  /** Their fastest rate [1/s]. */
  readonly rate?: number
}

/** Extension of a soft pin under the total weight [m]. */
const give = 0.005
const standardGravity = 9.81

/** Returns why a mechanism has no such variant; undefined if it has one. */
export function variantRefusal(mechanism: Mechanism, name: VariantName): string | undefined {
  if (name === 'same') return undefined
  if (name === 'soft') {
    const loops = mechanism.loops ?? []
    if (loops.length === 0) return 'It has no loops'
    return loops.every(({ type }) => type === 'revolute') ? undefined : 'Its loops are no pins'
  }
  return rotorsOf(mechanism).size > 0 ? undefined : 'It has no rotors'
}

export function variantOf(mechanism: Mechanism, name: VariantName): Variant {
  const refusal = variantRefusal(mechanism, name)
  if (refusal) throw new Error(refusal)
  if (name === 'soft') return softVariant(mechanism)
  if (name === 'same') return { mechanism, stateOf: ({ q = {}, v = {} }) => ({ q, v }) }
  return withoutCarriedRotors(mechanism, name === 'reflected')
}

/**
 * Returns the joints of rotors with their couplings: the fastest joint of a coupling whose child has no
 * children.
 */
export function rotorsOf({ joints, loops = [], couplings = [] }: Mechanism): Map<string, Coupling> {
  const carrying = new Set([...joints, ...loops].flatMap(({ parent }) => parent))
  for (const { child } of loops) carrying.add(child)
  const found = new Map<string, Coupling>()
  for (const coupling of couplings) {
    const [fastest] = [...coupling.terms].sort(
      (a, b) => Math.abs(a.coefficient) - Math.abs(b.coefficient)
    )
    const joint = joints.find(({ name }) => name === fastest?.joint)
    if (joint && !carrying.has(joint.child)) found.set(joint.name, coupling)
  }
  return found
}

const flywheel = (name: string) => `${name} about the ground`

function withoutCarriedRotors(mechanism: Mechanism, reflects: boolean): Variant {
  const rotors = rotorsOf(mechanism)
  const joints = mechanism.joints.map((joint) => (rotors.has(joint.name) ? locked(joint) : joint))
  const bodies = [...mechanism.bodies]
  const couplings = (mechanism.couplings ?? []).filter((each) => !isOf(rotors, each))
  for (const [name, coupling] of reflects ? rotors : []) {
    const joint = mechanism.joints.find((each) => each.name === name)
    const body = mechanism.bodies.find((each) => each.name === joint?.child)
    if (!joint || !body) continue
    const inertia = inertiaAbout(body, joint.axis ?? [0, 0, 1])
    const { parentFrame, childFrame, limits, ...rest } = joint
    const child = flywheel(body.name)
    bodies.push({ name: child, mass: 0, inertia: [inertia, inertia, inertia] })
    joints.push({ ...rest, name: flywheel(name), parent: 'world', child })
    const terms = coupling.terms.map((term) =>
      term.joint === name ? { ...term, joint: flywheel(name) } : term
    )
    couplings.push({ ...coupling, terms })
  }
  const kept = (values: JointValues = {}) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, numbers]) => {
        if (!rotors.has(name)) return [[name, numbers]]
        return reflects ? [[flywheel(name), numbers]] : []
      })
    )
  const stateOf = ({ q, v }: NamedState) => ({ q: kept(q), v: kept(v) })
  const initialState = stateOf(mechanism.initialState ?? {})
  return { mechanism: { ...mechanism, bodies, joints, couplings, initialState }, stateOf }
}

const isOf = (rotors: ReadonlyMap<string, Coupling>, coupling: Coupling) =>
  [...rotors.values()].includes(coupling)

function locked({ name, parent, child, parentFrame, childFrame }: Joint): Joint {
  const frames = { ...(parentFrame && { parentFrame }), ...(childFrame && { childFrame }) }
  return { name, type: 'fixed', parent, child, ...frames }
}

/** nᵀ I n for the unit vector n along an axis. */
function inertiaAbout({ inertia = [0, 0, 0] }: Body, axis: Vector3): number {
  const [x, y, z] = unit(axis)
  const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = inertia
  return xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z)
}

/** Attaches every pin of a loop to its parent by two sliders with springs, perpendicular to the pin. */
function softVariant(mechanism: Mechanism): Variant {
  const weight = standardGravity * mechanism.bodies.reduce((sum, { mass }) => sum + mass, 0)
  const stiffness = weight / give
  const bodies = [...mechanism.bodies]
  const joints = [...mechanism.joints]
  const loops: Loop[] = []
  for (const loop of mechanism.loops ?? []) {
    const { parentFrame, ...rest } = loop
    const [first, second] = across(loop.axis ?? [0, 0, 1])
    const [slide, pin] = [`${loop.name} slide`, `${loop.name} pin`]
    bodies.push({ name: slide, mass: 0 }, { name: pin, mass: 0 })
    joints.push(
      {
        ...{ name: slide, type: 'prismatic', parent: loop.parent, child: slide, axis: first },
        ...{ stiffness, ...(parentFrame && { parentFrame }) }
      },
      { name: pin, type: 'prismatic', parent: slide, child: pin, axis: second, stiffness }
    )
    loops.push({ ...rest, parent: pin })
  }
  const slides = 2 * loops.length
  // The end of a rod has a quarter of its mass.
  const light = Math.min(...mechanism.bodies.flatMap(({ mass }) => (mass > 0 ? mass / 4 : [])))
  return {
    mechanism: { ...mechanism, bodies, joints, loops },
    stateOf: ({ q = {}, v = {} }) => ({ q, v }),
    rate: Math.sqrt(stiffness / light),
    stretchOf(q) {
      const stretches = loops.map((_, i) => {
        const at = q.length - slides + 2 * i
        return Math.hypot(q[at] ?? 0, q[at + 1] ?? 0)
      })
      return Math.max(...stretches)
    }
  }
}

/** Returns two unit vectors perpendicular to an axis and to each other. */
function across(axis: Vector3): readonly [Vector3, Vector3] {
  const along = unit(axis)
  const sizes = along.map(Math.abs)
  const least = sizes.indexOf(Math.min(...sizes))
  const helper: Vector3 = [Number(least === 0), Number(least === 1), Number(least === 2)]
  const first = unit(cross(along, helper))
  return [first, cross(along, first)]
}

function unit(vector: Vector3): Vector3 {
  const length = Math.hypot(...vector)
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}

function cross([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}
