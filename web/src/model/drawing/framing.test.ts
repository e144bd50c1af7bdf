import { load } from 'linkwork'
import { describe, expect, it } from 'vitest'
import { turning } from '../files/motor-sliders.ts'
import { classics } from './classics.ts'
import { drawn, linksOf, pointsOf } from './drawing-kit.ts'
import { type Box, boxOf, framingInMotion, framingOf } from './framing.ts'
import { drawnAt } from './motion.ts'
import { emptySketch, pointOf, type Sketch } from './sketch.ts'
import { toMechanism } from './to-mechanism.ts'

const linkwork = await load()

/** Poses of a drawing at 60 per second for ten seconds, as the page runs it. */
function* tenSeconds(sketch: Sketch): Generator<Sketch> {
  const { mechanism, turns } = toMechanism(sketch)
  using simulation = linkwork.simulate(mechanism)
  if (Object.keys(turns).length > 0) simulation.tracking.start(turning(turns))
  for (let i = 0; i < 600; i++) {
    simulation.advance(1 / 60)
    yield drawnAt(sketch, simulation.poses)
  }
}

const around = (boxes: readonly Box[]): Box => ({
  min: [Math.min(...boxes.map(({ min }) => min[0])), Math.min(...boxes.map(({ min }) => min[1]))],
  max: [Math.max(...boxes.map(({ max }) => max[0])), Math.max(...boxes.map(({ max }) => max[1]))]
})

/** Position of a box in a framing: 0 and 1 are the sides of the framing. */
const within = ({ min, max }: Box, frame: Box, i: 0 | 1) => {
  const side = (value: number) => (value - frame.min[i]) / (frame.max[i] - frame.min[i])
  return [side(min[i]), side(max[i])] as const
}

describe('for ten seconds classics', () => {
  for (const { name, sketch } of classics) {
    it(`${name}: stays in the middle of its paper, fills it, and never stands still`, () => {
      const seen = [...tenSeconds(sketch)]
      const frame = framingInMotion(linkwork, sketch)
      const whole = around(seen.map(boxOf))
      const sides = ([0, 1] as const).map((i) => within(whole, frame, i))
      for (const [low, high] of sides) {
        // Pins and bars are wider than their lines by a few hundredths of the paper.
        expect(low).toBeGreaterThan(0.04)
        expect(high).toBeLessThan(0.96)
        expect(Math.abs((low + high) / 2 - 0.5)).toBeLessThan(0.05)
      }
      expect(Math.max(...sides.map(([low, high]) => high - low))).toBeGreaterThan(0.7)
      // In every second something goes further than a pin is wide.
      for (let at = 0; at < 600; at += 60) {
        const ways = sketch.points.map(({ id }) => {
          const places = seen.slice(at, at + 60).map((each) => pointOf(each, id))
          const [xs, zs] = [places.map(({ x }) => x), places.map(({ z }) => z)]
          return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...zs) - Math.min(...zs))
        })
        expect(Math.max(...ways)).toBeGreaterThan(0.01)
      }
    })
  }
})

it('what falls away is framed about where it is drawn', () => {
  const bar = drawn({
    name: 'Bar',
    points: pointsOf({ A: [1, 1], B: [1.4, 1] }, ''),
    links: linksOf({ bar: 'AB' })
  })
  const [still, moving] = [framingOf(bar), framingInMotion(linkwork, bar)]
  expect(moving.min[1]).toBeGreaterThan(still.min[1] - 0.2)
  expect(within(boxOf(bar), moving, 1)[0]).toBeGreaterThan(0)
  expect(within(boxOf(bar), moving, 0)).toEqual([
    expect.closeTo(0.0833, 3),
    expect.closeTo(0.9167, 3)
  ])
})

it('an empty drawing shows half a meter around the origin', () => {
  expect(framingInMotion(linkwork, emptySketch)).toMatchObject({
    min: [-0.25, -0.25],
    max: [0.25, 0.25]
  })
})
