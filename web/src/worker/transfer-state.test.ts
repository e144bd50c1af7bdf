import { fourBar, load, type Mechanism } from 'linkwork'
import { expect, it } from 'vitest'
import { transferState } from './transfer-state.ts'

const linkwork = await load()

/** A four-bar that has turned for a while. */
function running() {
  const simulation = linkwork.simulate(fourBar({ startSpeed: 6 }))
  simulation.step(150)
  return simulation
}

it('other masses go on from the same state', () => {
  using before = running()
  const heavy = linkwork.mechanism(fourBar({ startSpeed: 6, gravity: 3 }))
  using after = linkwork.simulate(heavy)
  expect(transferState(linkwork, after, before)).toBe('same')
  expect([...after.q, ...after.v]).toEqual([...before.q, ...before.v])
})

it('other lengths go on from the nearest state, their loops closed', () => {
  using before = running()
  using after = linkwork.simulate(fourBar({ startSpeed: 6, coupler: 0.51 }))
  const start = after.q[0] ?? 0
  expect(transferState(linkwork, after, before)).toBe('near')
  const crank = before.q[0] ?? 0
  expect(Math.abs(crank - start)).toBeGreaterThan(0.5)
  expect(Math.abs((after.q[0] ?? 0) - crank)).toBeLessThan(0.05)
  expect(Math.sign(after.v[0] ?? 0)).toBe(Math.sign(before.v[0] ?? 0))
  expect(after.constraints.loopError).toBeLessThan(1e-9)
})

it('joints that it had before stay where they are, others start as the file says', () => {
  using before = running()
  const mechanism = linkwork.mechanism(fourBar({ startSpeed: 6 })) as Mechanism
  const grown: Mechanism = {
    ...mechanism,
    bodies: [...mechanism.bodies, { name: 'bob', mass: 1, inertia: [1, 1, 1] }],
    joints: [
      ...mechanism.joints,
      { name: 'bob', type: 'revolute', parent: 'crank', child: 'bob', axis: [0, 1, 0] }
    ]
  }
  using after = linkwork.simulate(grown)
  expect(transferState(linkwork, after, before)).toBe('near')
  expect(after.q[0]).toBeCloseTo(before.q[0] ?? Number.NaN, 9)
  expect(after.state.q?.['bob']).toEqual([0])
})

it('a simulation that cannot continue restarts', () => {
  using before = running()
  using after = linkwork.simulate({
    linkwork: 1,
    name: 'another',
    bodies: [{ name: 'crank', mass: 1, inertia: [1, 1, 1] }],
    joints: [{ name: 'crank', type: 'free', parent: 'world', child: 'crank' }]
  })
  expect(transferState(linkwork, after, before)).toBe('none')
  expect([...after.q]).toEqual([0, 0, 0, 0, 0, 0, 1])
})
