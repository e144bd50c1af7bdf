import type { Mechanism } from 'linkwork'
import { gridPlaces } from 'linkwork/three'
import { Vector3 } from 'three'
import { expect, it } from 'vitest'
import { findMechanism } from '../../model/mechanisms/index.ts'
import { eyeOn, moving } from './shown.fixture.ts'
import { movingSolids } from './silhouettes.ts'

const [width, height] = [928, 684]
/** Returns enough points of a solid for its extent. */
const sample = 60

/** All whose motion needs no controller; copies in fields are framed as a whole. */
it.each([
  ...['chain', 'cart-pendulum', 'tree', 'four-bar', 'slider-crank', 'six-bar', 'arm', 'leg'],
  ...['differential-leg', 'geared-chain', 'belt-chain', 'torus-chain', 'rail-torus-chain'],
  ...['surface-board', 'windmill', 'draped-chain', 'closed-ring', 'rolling-disc', 'humanoid-drop'],
  ...['mini-cheetah-walk', 'mini-cheetah', 'minitaur', 'mit-humanoid', 'jvrc-1']
])('%s: what moves stays in the picture, about its middle, and fills it', (id) => {
  let [left, right, top, bottom] = [width, 0, height, 0]
  const point = new Vector3()
  let frame = 0
  for (const { view, eye } of moving(id, [width, height], 4)) {
    if (frame++ % 6 !== 0) continue
    for (const [solid, place] of movingSolids(view.figure, view.anatomy)) {
      const points = solid.getAttribute('position')
      for (let i = 0; i < points.count; i += Math.ceil(points.count / sample)) {
        eye.project(point.fromBufferAttribute(points, i).applyMatrix4(place), point)
        left = Math.min(left, point.x)
        right = Math.max(right, point.x)
        top = Math.min(top, point.y)
        bottom = Math.max(bottom, point.y)
      }
    }
  }
  expect(left).toBeGreaterThan(0)
  expect(right).toBeLessThan(width)
  expect(top).toBeGreaterThan(0)
  expect(bottom).toBeLessThan(height)
  // Least where a board slides in a bowl, whose rim takes the rest.
  expect(Math.max(right - left, bottom - top)).toBeGreaterThan(0.45 * height)
  expect(Math.abs((left + right) / 2 - width / 2)).toBeLessThan(0.1 * width)
})

const mechanism: Mechanism = { linkwork: 1, name: 'any', bodies: [], joints: [] }

it.each(
  ['leg-field', 'four-bar-field'].flatMap((id) =>
    [10, 100, 1000, 2000].map((n) => [id, n] as const)
  )
)('%s of %i: every copy is in the picture, and together they fill it', (id, copies) => {
  const entry = findMechanism(id)
  if (!entry?.ensemble) throw new Error(`no field ${id}`)
  const framing = entry.framing({ copies }, { mechanism, poses: new Float64Array() })
  const eye = eyeOn(framing, [width, height])
  const places = gridPlaces(copies, entry.ensemble.pitch)
  const at = new Vector3()
  let [left, right] = [width, 0]
  for (let i = 0; i < places.length; i += 2) {
    const [x = 0, y = 0] = places.subarray(i, i + 2)
    for (const z of [framing.floor, framing.floor + entry.ensemble.size]) {
      eye.project(at.set(x, z, -y), at)
      expect(Math.abs(at.x - width / 2)).toBeLessThan(width / 2)
      expect(Math.abs(at.y - height / 2)).toBeLessThan(height / 2)
      left = Math.min(left, at.x)
      right = Math.max(right, at.x)
    }
  }
  expect(right - left).toBeGreaterThan(0.5 * width) // ten are less than two rings
})
