import { chain, load, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'

const linkwork = await load()

it('views keep showing the state after the memory has grown', () => {
  using simulation = linkwork.simulate(chain({ links: 3 }))
  const old = simulation.q
  const numbers = [...old]
  const others: Simulation[] = []
  // A view has no length any more once the memory has moved.
  while (old.length > 0) others.push(linkwork.simulate(chain({ links: 2000 })))
  expect([...simulation.q]).toEqual(numbers)
  simulation.step()
  expect([...simulation.q]).not.toEqual(numbers)
  for (const other of others) other.dispose()
})

it('getters allocate nothing', () => {
  using simulation = linkwork.simulate(chain({ links: 3 }))
  const { q, v, poses } = simulation
  const { pullForce } = simulation.forces
  simulation.step(10)
  expect(simulation.q).toBe(q)
  expect(simulation.v).toBe(v)
  expect(simulation.poses).toBe(poses)
  expect(simulation.forces.pullForce).toBe(pullForce)
})

it('disposing of simulations gives their memory back', () => {
  const heapSize = () => {
    using simulation = linkwork.simulate(chain({ links: 2 }))
    return simulation.q.buffer.byteLength
  }
  const use = () => linkwork.simulate(chain({ links: 200 })).dispose()
  for (let i = 0; i < 5; i++) use()
  const before = heapSize()
  for (let i = 0; i < 50; i++) use()
  expect(heapSize()).toBe(before)
})

it('a chain of 2,000 links loads and runs', () => {
  using simulation = linkwork.simulate(chain({ links: 2000, length: 0.01 }))
  expect(simulation.info.degreesOfFreedom).toBe(2000)
  expect(simulation.mechanism.bodies).toHaveLength(2000)
  simulation.step(3)
  expect(simulation.poses).toHaveLength(7 * 2000)
  expect(simulation.poses.every(Number.isFinite)).toBe(true)
})

it('what is written in live arrays changes nothing but them', () => {
  using simulation = linkwork.simulate(chain({ links: 3 }))
  using alone = linkwork.simulate(chain({ links: 3 }))
  using copies = linkwork.ensemble(chain({ links: 3 }), { count: 2, vary: ['link1.mass'] })
  using others = linkwork.ensemble(chain({ links: 3 }), { count: 2, vary: ['link1.mass'] })
  const { q, v, poses } = simulation
  for (const array of [q, v, poses]) array.fill(1e9)
  const { torques, parameters, work } = copies
  for (const array of [copies.q, copies.v, torques, parameters, work]) array.fill(1e9)
  expect(simulation.poses).toEqual(alone.poses)
  for (const each of [simulation, alone, copies, others]) each.step(3)
  for (const name of ['q', 'v'] as const) {
    expect(simulation[name]).toEqual(alone[name])
    expect(copies[name]).toEqual(others[name])
  }
  expect(copies.work).toEqual(others.work)
  expect(copies.parameters).toEqual(others.parameters)
})
