import { Shape, Vector2 } from 'three'
import { expect, it } from 'vitest'
import { belt, plate, roundedPolygon } from './plates.ts'

const link = [
  { x: 0, y: 0, r: 0.2 },
  { x: 1, y: 0.3, r: 0.1 }
]
const coupler = [
  { x: 0, y: 0, r: 0.1 },
  { x: 2, y: 0, r: 0.1 },
  { x: 0.7, y: 1.5, r: 0.2 }
]

it.each([
  ['a link', link],
  ['a coupler', coupler]
])('a belt round %s touches every disc and holds them all', (_name, discs) => {
  const points = belt(discs, new Shape()).getPoints(64)
  for (const { x, y, r } of discs) {
    const gaps = points.map((point) => point.distanceTo(new Vector2(x, y)) - r)
    const nearest = Math.min(...gaps)
    expect(nearest).toBeGreaterThan(-1e-9)
    expect(nearest).toBeLessThan(1e-9)
  }
})

it('a plate is as thick and as wide as it says, bevel and all', () => {
  const square = roundedPolygon([
    [0, 0, 0.1],
    [1, 0, 0.1],
    [1, 1, 0.1],
    [0, 1, 0.1]
  ])
  const geometry = plate(square, 0.2, 'link', { at: 0.5, bevel: 0.02 })
  geometry.computeBoundingBox()
  const { min, max } = geometry.boundingBox ?? { min: new Vector2(), max: new Vector2() }
  // Positions are single precision.
  expect(min.toArray()).toEqual([0, 0, 0.4].map((value) => expect.closeTo(value, 6)))
  expect(max.toArray()).toEqual([1, 1, 0.6].map((value) => expect.closeTo(value, 6)))
})
