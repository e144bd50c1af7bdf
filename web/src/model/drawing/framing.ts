import type { Linkwork } from 'linkwork'
import { turning } from '../files/motor-sliders.ts'
import type { Framing } from '../stage.ts'
import { drawnAt } from './motion.ts'
import { radiiOf, type Sketch } from './sketch.ts'
import { toMechanism } from './to-mechanism.ts'

/** Part of the plane: its corners [x, z], lower left and upper right. */
export type Box = Pick<Framing, 'min' | 'max'>

/** Smallest shown extent of an empty drawing, and of moving parts [m]. */
const least = { empty: 0.5, moving: 0.3 }
/** So much of it is left free on each side of what is drawn, and of all that it does: words stand above and below. */
const margins = { drawn: [0.35, 0.35], moving: [0.1, 0.15] } as const
/** How long it is watched, by steps that are good enough for a picture [s]. */
const watched = { time: 4, frame: 1 / 30, step: 1 / 200 }

/** Returns the box of a drawing; of an empty one, the origin. */
export function boxOf(sketch: Sketch): Box {
  const wheels = sketch.gears.flatMap((gear) => {
    const [a, b] = radiiOf(sketch, gear)
    return [[gear.a.point, a] as const, [gear.b.point, b] as const]
  })
  const radius = (id: string) =>
    Math.max(0, ...wheels.filter(([point]) => point === id).map(([, r]) => r))
  const discs = sketch.points.map(({ id, x, z }) => ({ x, z, r: radius(id) }))
  const [first = { x: 0, z: 0, r: 0 }] = discs
  const all = [first, ...discs]
  return {
    min: [Math.min(...all.map(({ x, r }) => x - r)), Math.min(...all.map(({ z, r }) => z - r))],
    max: [Math.max(...all.map(({ x, r }) => x + r)), Math.max(...all.map(({ z, r }) => z + r))]
  }
}

/** The view of a drawing, perpendicular to its plane. */
export const framingOf = (sketch: Sketch): Framing =>
  paper(boxOf(sketch), margins.drawn, least.empty)

/** The paper about all that a drawing does in its first seconds, as far as it stays near where it is drawn. */
export function framingInMotion(linkwork: Linkwork, sketch: Sketch): Framing {
  const about = framingOf(sketch)
  const boxes = [boxOf(sketch), ...boxesOf(linkwork, sketch)]
  const side = (i: 0 | 1): readonly [number, number] => [
    Math.max(about.min[i], Math.min(...boxes.map(({ min }) => min[i]))),
    Math.min(about.max[i], Math.max(...boxes.map(({ max }) => max[i])))
  ]
  const [[left, right], [bottom, top]] = [side(0), side(1)]
  const box: Box = { min: [left, bottom], max: [right, top] }
  return boxes.length > 1 ? paper(box, margins.moving, least.moving) : about
}

/** Returns the box of a moving drawing, until it stops by itself. */
function boxesOf(linkwork: Linkwork, sketch: Sketch): Box[] {
  const boxes: Box[] = []
  if (sketch.links.every(({ fixed }) => fixed)) return boxes
  const { mechanism, turns } = toMechanism(sketch)
  try {
    using simulation = linkwork.simulate(mechanism, { step: watched.step })
    if (Object.keys(turns).length > 0) simulation.tracking.start(turning(turns))
    while (simulation.time < watched.time) {
      simulation.advance(watched.frame)
      boxes.push(boxOf(drawnAt(sketch, simulation.poses)))
    }
  } catch {
    // Its equations have no solution where it is now, or its motors cannot turn it.
  }
  return boxes
}

function paper({ min, max }: Box, margin: readonly [number, number], smallest: number): Framing {
  const range = (i: 0 | 1): readonly [number, number] => {
    const middle = (min[i] + max[i]) / 2
    const half = Math.max(smallest / 2, (0.5 + margin[i]) * (max[i] - min[i]))
    return [middle - half, middle + half]
  }
  const [[left, right], [bottom, top]] = [range(0), range(1)]
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
