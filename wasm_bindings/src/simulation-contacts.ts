import { bound, finiteNumbers, optionsOf, wholeNumber } from './checks.js'
import {
  closestPointsAt,
  contactsAt,
  eventsAt,
  limitsAt,
  overlapsAt,
  rayHitAt
} from './contact-reports.js'
import type { SimulationMemory } from './simulation-memory.js'
import { jsonText } from './source-text.js'
import type {
  BodyOrCollider,
  ClosestPoints,
  ClosestPointsOptions,
  Overlap,
  OverlapOptions,
  QueryShape,
  RayHit,
  RayOptions
} from './types/collider-queries.js'
import type { ContactEvent, ContactForce, Contacts, LimitForce } from './types/contacts.js'
import { unwrapNumber } from './wasm-module.js'

const everyGroup = 2 ** 31 - 1

const shapeKeys = [
  'type',
  'size',
  'radius',
  'length',
  'points',
  'extents',
  'heights',
  'frame'
] as const
type AnyShape = Record<(typeof shapeKeys)[number], unknown>

/** The contacts of a simulation in WebAssembly. */
export class SimulationContacts implements Contacts {
  readonly #memory: SimulationMemory

  constructor(memory: SimulationMemory) {
    this.#memory = memory
    Object.freeze(this)
  }

  get forces(): readonly ContactForce[] {
    // The memory is looked at after the call, in which it may grow.
    return contactsAt(
      this.#memory.array(this.#memory.handle.contactForces()) / 8,
      this.#memory.module.HEAPF64
    )
  }

  events(): ContactEvent[] {
    return eventsAt(
      this.#memory.array(this.#memory.handle.takeContactEvents()) / 8,
      this.#memory.module.HEAPF64
    )
  }

  castRay(
    origin: ArrayLike<number>,
    direction: ArrayLike<number>,
    options?: RayOptions
  ): RayHit | undefined {
    const { handle } = this.#memory
    const { distance = Number.POSITIVE_INFINITY, mask = everyGroup } = optionsOf(options, [
      'distance',
      'mask'
    ])
    const within = [bound(distance, 'distance'), wholeNumber(mask, 0, 'mask', everyGroup)] as const
    this.#memory.write(finiteNumbers(origin, 'origin', 3), finiteNumbers(direction, 'direction', 3))
    return rayHitAt(this.#memory.array(handle.castRay(...within)) / 8, this.#memory.module.HEAPF64)
  }

  closestPoints(
    first: BodyOrCollider,
    second: BodyOrCollider,
    options?: ClosestPointsOptions
  ): ClosestPoints | undefined {
    const { handle } = this.#memory
    const { distance = Number.POSITIVE_INFINITY } = optionsOf(options, ['distance'])
    const most = bound(distance, 'distance')
    const a = this.#selected(first, 'first')
    const b = this.#selected(second, 'second')
    const address = handle.closestPoints(...a, ...b, most)
    return closestPointsAt(this.#memory.array(address) / 8, this.#memory.module.HEAPF64)
  }

  overlaps(shape: QueryShape, options?: OverlapOptions): Overlap[] {
    const { handle } = this.#memory
    const { mask = everyGroup } = optionsOf(options, ['mask'])
    const groups = wholeNumber(mask, 0, 'mask', everyGroup)
    const solid = optionsOf(shape as Partial<AnyShape>, shapeKeys, 'shape')
    const text = jsonText(this.#memory.module, { ...solid, body: 'world' }, 'shape')
    return overlapsAt(
      this.#memory.array(handle.overlaps(text, groups)) / 8,
      this.#memory.module.HEAPF64
    )
  }

  get limits(): readonly LimitForce[] {
    return limitsAt(
      this.#memory.array(this.#memory.handle.limitForces()) / 8,
      this.#memory.module.HEAPF64
    )
  }

  get error(): number {
    return unwrapNumber(this.#memory.handle, this.#memory.handle.contactError())
  }

  /** The name of a body and -1, or no name and the index of a collider. */
  #selected(given: BodyOrCollider, name: string): [body: string, collider: number] {
    if (given === -1) return ['world', -1]
    if (typeof given !== 'object') return [this.#memory.bodyName(given), -1]
    const { collider } = optionsOf(given, ['collider'], name)
    return ['', wholeNumber(collider, 0, `${name}.collider`)]
  }
}
