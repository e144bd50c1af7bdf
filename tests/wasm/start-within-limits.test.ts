import { load } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { expect, it } from 'vitest'

const linkwork = await load()

/** A crank and a rocker on a rod, stretched where they start, with limits on both. */
const linkage = (range: string) => `<mujoco><worldbody><body name="frame" pos="0 0 1">
  <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
  <body name="crank"><joint name="crank" range="${range}"/>
  <inertial pos="0.03 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>
  <body name="rod" pos="0.055 0 0"><joint name="rod"/>
  <inertial pos="0.2 0 0" mass="0.1" diaginertia="1e-3 1e-3 1e-3"/></body></body>
  <body name="rocker" pos="0.35 -0.006 0"><joint name="rocker" range="${range}"/>
  <inertial pos="0.03 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/></body></body></worldbody>
  <equality><connect name="end" body1="rod" body2="rocker" anchor="0.35 0 0"/></equality></mujoco>`

const read = (range: string) => {
  const { mechanism, warnings } = mechanismFromMjcf(linkwork, linkage(range))
  return { mechanism, reported: warnings.filter((each) => each.includes('beyond its limits')) }
}

it('starts joints of a stretched loop within their limits, and steps succeed', () => {
  const { mechanism, reported } = read('-140 -30')
  expect(reported).toEqual([
    'line 9: equality, connect "end": joint "crank" starts beyond its limits; initialState is within them (and 1 more of this kind)'
  ])
  const limits = [(-140 * Math.PI) / 180, (-30 * Math.PI) / 180] as const
  for (const name of ['crank', 'rocker']) {
    const [q = 0] = mechanism.initialState?.q?.[name] ?? []
    expect(q).toBeGreaterThanOrEqual(limits[0] - 1e-6)
    expect(q).toBeLessThanOrEqual(limits[1] + 1e-6)
  }
  expect(linkwork.info(mechanism).warnings).toEqual([])
  for (const step of [1e-3, 2e-3]) {
    using simulation = linkwork.simulate(mechanism, { step })
    simulation.advance(1)
    expect(simulation.constraints.loopError).toBeLessThan(1e-12)
  }
})

it('leaves joints that start within their limits', () => {
  const { mechanism, reported } = read('-140 30')
  expect(reported).toEqual([])
  expect(mechanism.initialState?.q?.['crank']?.[0] ?? 0).toBe(0)
})
