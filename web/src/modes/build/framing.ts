import type { Framing } from '../../stage-contract.ts'
import type { Sketch } from './sketch.ts'

/** The least that is seen of the paper [m]. */
const least = 0.5

/** The paper about a drawing, seen straight on. */
export function framingOf({ points }: Sketch): Framing {
  const range = (values: readonly number[]) => {
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
    const half = Math.max(least / 2, 0.85 * (high - low))
    return [(low + high) / 2 - half, (low + high) / 2 + half] as const
  }
  const [left, right] = range(points.map(({ x }) => x))
  const [bottom, top] = range(points.map(({ z }) => z))
  const size = Math.hypot(right - left, top - bottom)
  return {
    min: [left, bottom],
    max: [right, top],
    azimuth: 0,
    elevation: 0,
    fieldOfView: 24,
    floor: bottom,
    grid: { minor: size / 20, major: size / 4, radius: 2 * size }
  }
}
