import type { Vector3 } from './types/mechanism.js'
import type { ContactForce, LimitForce } from './types/simulation.js'

/** Of a contact in flat numbers: two bodies, point, normal, force, gap. */
const contactSize = 12

function contactFrom(numbers: Float64Array): ContactForce {
  const vector = (first: number) => [...numbers.subarray(first, first + 3)] as unknown as Vector3
  const [a = 0, b = 0] = numbers
  const gap = numbers[contactSize - 1] ?? 0
  return { bodies: [a, b], point: vector(2), normal: vector(5), force: vector(8), gap }
}

/** Contacts that stand from a place on: how many, then each. */
export function contactsAt(start: number, heap: Float64Array): ContactForce[] {
  return Array.from({ length: heap[start] ?? 0 }, (_, contact) =>
    contactFrom(heap.subarray(start + 1 + contactSize * contact))
  )
}

/** Forces of limits likewise, joint and force of each. */
export function limitsAt(start: number, heap: Float64Array): LimitForce[] {
  return Array.from({ length: heap[start] ?? 0 }, (_, limit) => {
    const [joint = 0, force = 0] = heap.subarray(start + 1 + 2 * limit, start + 3 + 2 * limit)
    return { joint, force }
  })
}
