import { velocitySize } from './joint-sizes.js'
import type { Mechanism } from './types/mechanism.js'

/** Joint and component of every entry of v. */
function velocityNames(mechanism: Mechanism): (readonly [string, number])[] {
  return mechanism.joints.flatMap((joint) =>
    Array.from({ length: velocitySize(joint) }, (_, component) => [joint.name, component] as const)
  )
}

/**
 * Takes derivatives apart: first the places of `count` coordinates in v, then matrices of the sizes
 * given.
 */
export function derivativesFrom(
  numbers: Float64Array,
  count: number,
  sizes: readonly number[],
  mechanism: Mechanism
): { coordinates: (readonly [string, number])[]; matrices: Float64Array[] } {
  const names = velocityNames(mechanism)
  const coordinates = Array.from(numbers.subarray(0, count), (place) => {
    const name = names[place]
    if (!name) throw new Error(`no velocity has the place ${place}`)
    return name
  })
  let start = count
  const matrices = sizes.map((size) => {
    start += size
    return numbers.slice(start - size, start)
  })
  return { coordinates, matrices }
}
