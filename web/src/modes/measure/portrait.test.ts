import { expect, it } from 'vitest'
import { crossings, portraitPoints } from './portrait.ts'
import { type Offer, wholeOffers } from './quantities.ts'
import { Traces } from './traces.ts'

/** A swing of rate 2 from rest at 0, and a turn of rate 3: x, ẋ, and the angle. */
function swinging(): { traces: Traces; keys: [string, string, string] } {
  const [x, v, angle] = wholeOffers().offers as [Offer, Offer, Offer]
  const traces = new Traces(() => undefined)
  for (const offer of [x, v, { ...angle, turns: true }]) traces.toggle(offer)
  const rows = Array.from({ length: 2001 }, (_, i) => i / 100).map((t) => [
    ...[t, Math.sin(2 * t), 2 * Math.cos(2 * t)],
    3 * t - 0.1
  ])
  traces.take({ serial: 3, rows, past: [] })
  return { traces, keys: [x.key, v.key, angle.key] }
}

it('is an ellipse for a swing', () => {
  const { traces, keys } = swinging()
  for (const point of portraitPoints(traces, { x: keys[0], y: keys[1], section: null }))
    expect((point?.x ?? 0) ** 2 + ((point?.y ?? 0) / 2) ** 2).toBeCloseTo(1, 12)
})

it('is one point for a swing that is looked at once a period', () => {
  const { traces, keys } = swinging()
  const points = portraitPoints(traces, { x: keys[0], y: keys[1], section: keys[0] })
  expect(points).toHaveLength(6)
  for (const point of points) {
    expect(point?.x).toBeCloseTo(0, 12)
    expect(point?.y).toBeCloseTo(2, 3)
  }
})

it('counts every turn of an angle, and not where it comes back', () => {
  const { traces } = swinging()
  expect(crossings(traces.columns[2] ?? [], true)).toHaveLength(10)
  expect(crossings([-1, 1, 3, -3, -1, 1], true)).toHaveLength(2)
  expect(crossings([-1, null, 1], false)).toHaveLength(0)
})
