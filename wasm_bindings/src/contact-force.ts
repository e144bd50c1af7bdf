import type { Vector3 } from './types/mechanism.js'
import type { ContactForce } from './types/simulation.js'

/** Of a contact in flat numbers: two bodies, point, normal, force, gap. */
export const contactSize = 12

export function contactFrom(numbers: Float64Array): ContactForce {
  const vector = (first: number) => [...numbers.subarray(first, first + 3)] as unknown as Vector3
  const [a = 0, b = 0] = numbers
  const gap = numbers[contactSize - 1] ?? 0
  return { bodies: [a, b], point: vector(2), normal: vector(5), force: vector(8), gap }
}
