import { chain, fourBar, load } from 'linkwork'
import { expect, it } from 'vitest'
import { Fan } from './fan.ts'

const linkwork = await load()

it('has copies that are near, move along and come back', () => {
  using simulation = linkwork.simulate(fourBar({ startSpeed: 6 }))
  const fan = new Fan(linkwork, simulation)
  const start = fan.look(simulation)
  expect(start.poses).toHaveLength(200 * simulation.poses.length)
  expect(start.distance).toBeGreaterThan(1e-5)
  expect(start.distance).toBeLessThan(0.02)
  simulation.step(100)
  const left = fan.look(simulation).distance
  fan.step(100)
  expect(fan.look(simulation).distance).toBeLessThan(left / 4)
  fan.restart(simulation)
  expect(fan.look(simulation).distance).toBeLessThan(2 * start.distance)
  fan.dispose()
})

it('looks at copies whose poses move the memory', () => {
  using simulation = linkwork.simulate(chain({ links: 40 }))
  const fans = Array.from({ length: 40 }, () => {
    const fan = new Fan(linkwork, simulation)
    expect(fan.look(simulation).distance).toBeGreaterThan(0)
    return fan
  })
  for (const fan of fans) fan.dispose()
})
