import type { ClosestPoints, Overlap, RayHit } from './types/collider-queries.js'
import type { ContactEvent, ContactForce, LimitForce } from './types/contacts.js'
import type { Vector3 } from './types/mechanism.js'

/** Of a contact in flat numbers: two bodies, two colliders, point, normal, force, moment, gap. */
const contactSize = 17
/** Of an event: whether it began, two colliders, impulse, time. */
const eventSize = 5

const vectorAt = (numbers: Float64Array, first: number) =>
  [...numbers.subarray(first, first + 3)] as unknown as Vector3

function contactFrom(numbers: Float64Array): ContactForce {
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  return {
    bodies: [a, b],
    colliders: [c, d],
    point: vectorAt(numbers, 4),
    normal: vectorAt(numbers, 7),
    force: vectorAt(numbers, 10),
    moment: vectorAt(numbers, 13),
    gap: numbers[contactSize - 1] ?? 0
  }
}

/** A list from a place on: the number of items, then each in `size` numbers. */
function listAt<Item>(
  start: number,
  heap: Float64Array,
  size: number,
  from: (numbers: Float64Array) => Item
): Item[] {
  return Array.from({ length: heap[start] ?? 0 }, (_, i) =>
    from(heap.subarray(start + 1 + size * i, start + 1 + size * (i + 1)))
  )
}

/** Contacts that stand from a place on. */
export function contactsAt(start: number, heap: Float64Array): ContactForce[] {
  return listAt(start, heap, contactSize, contactFrom)
}

/** Forces of limits likewise. */
export function limitsAt(start: number, heap: Float64Array): LimitForce[] {
  return listAt(start, heap, 2, ([joint = 0, force = 0]) => ({ joint, force }))
}

/** Events of contacts likewise. */
export function eventsAt(start: number, heap: Float64Array): ContactEvent[] {
  return listAt(start, heap, eventSize, ([began, a = 0, b = 0, impulse = 0, time = 0]) => ({
    type: began === 1 ? 'began' : 'ended',
    colliders: [a, b],
    impulse,
    time
  }))
}

/** A hit of a ray: whether there is one, then its numbers. */
export function rayHitAt(start: number, heap: Float64Array): RayHit | undefined {
  if (heap[start] !== 1) return undefined
  const [collider = 0, body = 0, distance = 0] = heap.subarray(start + 1)
  return {
    collider,
    body,
    distance,
    point: vectorAt(heap, start + 4),
    normal: vectorAt(heap, start + 7)
  }
}

/** Closest points likewise. */
export function closestPointsAt(start: number, heap: Float64Array): ClosestPoints | undefined {
  if (heap[start] !== 1) return undefined
  const [a = 0, b = 0, c = 0, d = 0, distance = 0] = heap.subarray(start + 1)
  return {
    bodies: [a, b],
    colliders: [c, d],
    distance,
    points: [vectorAt(heap, start + 6), vectorAt(heap, start + 9)],
    normal: vectorAt(heap, start + 12)
  }
}

/** Overlaps: how many, then each. */
export function overlapsAt(start: number, heap: Float64Array): Overlap[] {
  return listAt(start, heap, 2, ([collider = 0, body = 0]) => ({ collider, body }))
}
