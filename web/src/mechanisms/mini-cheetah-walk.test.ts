import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { initialOptions } from './entry.ts'
import { miniCheetahWalk } from './mini-cheetah-walk.ts'

const linkwork = await load()

/** Walks for a time [s], kicked to the side every 5 s for 0.1 s [N]; how it went. */
function walked(seconds: number, kick: number) {
  const { source, motors, firstMethod } = miniCheetahWalk
  if (!motors || !firstMethod) throw new Error('it has no motors or method')
  using simulation = linkwork.simulate(source(initialOptions(miniCheetahWalk)), {
    method: firstMethod
  })
  simulation.track(motors)
  let [lowest, tilt] = [1, 0]
  for (let tenth = 1; tenth <= 10 * seconds; tenth++) {
    const side = tenth % 100 === 0 ? -1 : 1
    if (tenth % 50 === 0) simulation.applyPointForce('trunk', [0, 0, 0], [0, side * kick, 0])
    simulation.advance(0.1)
    simulation.clearForces()
    const [, , height = 0, x = 0, y = 0] = simulation.poses
    lowest = Math.min(lowest, height)
    tilt = Math.max(tilt, 2 * Math.asin(Math.hypot(x, y)))
  }
  const [forward = 0] = simulation.poses
  return { lowest, tilt, forward }
}

it('trots forward for a minute and does not fall', () => {
  const { lowest, tilt, forward } = walked(60, 0)
  expect(forward).toBeGreaterThan(6)
  expect(lowest).toBeGreaterThan(0.24)
  expect(tilt).toBeLessThan(0.1)
}, 240_000)

it('stays on its feet when it is kicked, by 6 N s from either side', () => {
  const { lowest, tilt, forward } = walked(22, 60)
  expect(forward).toBeGreaterThan(2)
  expect(lowest).toBeGreaterThan(0.22)
  expect(tilt).toBeLessThan(0.3)
}, 120_000)
