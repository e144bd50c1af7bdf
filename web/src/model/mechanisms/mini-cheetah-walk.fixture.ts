import { load } from 'linkwork'
import { initialOptions } from './entry.ts'
import { miniCheetahWalk } from './mini-cheetah-walk.ts'

const linkwork = await load()

/** Walks for a time [s], kicked to the side every 5 s for 0.1 s [N], over bumps [m]; how it went. */
export function walked(seconds: number, kick: number, bumps = 0) {
  const { source, motors, firstMethod } = miniCheetahWalk
  if (!motors || !firstMethod) throw new Error('it has no motors or method')
  using simulation = linkwork.simulate(source({ ...initialOptions(miniCheetahWalk), bumps }), {
    solver: { method: firstMethod }
  })
  simulation.tracking.start(motors)
  let [lowest, tilt] = [1, 0]
  for (let tenth = 1; tenth <= 10 * seconds; tenth++) {
    const side = tenth % 100 === 0 ? -1 : 1
    if (tenth % 50 === 0) simulation.forces.applyPointForce('trunk', [0, 0, 0], [0, side * kick, 0])
    simulation.advance(0.1)
    simulation.forces.clear()
    const [, , height = 0, x = 0, y = 0] = simulation.poses
    lowest = Math.min(lowest, height)
    tilt = Math.max(tilt, 2 * Math.asin(Math.hypot(x, y)))
  }
  const [forward = 0] = simulation.poses
  return { lowest, tilt, forward }
}
