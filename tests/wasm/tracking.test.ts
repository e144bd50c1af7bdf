import { chain, gearedLeg, load, MechanismError, miniCheetah, type Tracking } from 'linkwork'
import { expect, it } from 'vitest'

const linkwork = await load()

/** e(t) of ë + d ė + k e = 0 for d² < 4k. */
function decayed(error: number, rate: number, d: number, k: number, t: number): number {
  const swing = Math.sqrt(k - (d * d) / 4)
  const sine = ((rate + (d * error) / 2) / swing) * Math.sin(swing * t)
  return Math.exp((-d * t) / 2) * (error * Math.cos(swing * t) + sine)
}

it('tracked joints come to their trajectories as the law says', () => {
  using simulation = linkwork.simulate(chain({ links: 2, startAngle: 0.3 }), { step: 5e-4 })
  const tracking: Tracking = {
    stiffness: 60,
    damping: 9,
    joints: { joint1: 0.5, joint2: { waves: [{ amplitude: 0.2, frequency: 1 }] } }
  }
  expect(simulation.tracking.isActive).toBe(false)
  simulation.tracking.start(tracking)
  expect(simulation.tracking.isActive).toBe(true)
  simulation.step(400)
  const t = simulation.time
  const [first = Number.NaN, second = Number.NaN] = simulation.q
  expect(0.5 - first).toBeCloseTo(decayed(0.2, 0, 9, 60, t), 8)
  const wave = 0.2 * Math.sin(2 * Math.PI * t)
  expect(wave - second).toBeCloseTo(decayed(0, 0.4 * Math.PI, 9, 60, t), 8)
  expect(simulation.tracking.error).toBeCloseTo(
    Math.max(Math.abs(0.5 - first), Math.abs(wave - second)),
    12
  )
})

it('motors act on the tracked joints, and stop on request', () => {
  using simulation = linkwork.simulate(miniCheetah({ base: 'hanging' }))
  simulation.tracking.start({
    joints: {
      frontLeftKnee: {
        keyframes: [
          [0, 1.6],
          [0.5, 1.2]
        ],
        period: 1
      }
    }
  })
  const { joints } = simulation.mechanism
  const moved = [...simulation.tracking.torques].flatMap((torque, entry) => (torque ? [entry] : []))
  // v has six entries of the base, then one a joint.
  expect(moved.map((entry) => joints[entry - 5]?.name)).toEqual(['frontLeftKnee'])
  simulation.tracking.stop()
  expect(simulation.tracking.torques.every((torque) => torque === 0)).toBe(true)
})

it('tracking that makes no sense is a MechanismError with its path', () => {
  using simulation = linkwork.simulate(gearedLeg())
  expect(() => simulation.tracking.start({ joints: { knie: 0 } })).toThrow(
    /^tracking\.joints\.knie: no joint is named "knie"; did you mean "knee"\?/
  )
  expect(() => simulation.tracking.start({ joints: { knee: 0, kneeRotor: 0 } })).toThrow(
    MechanismError
  )
  expect(simulation.tracking.isActive).toBe(false)
})
