import { fourBar, load, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'
import type { Quantity } from '../model/messages.ts'
import { History } from './history.ts'
import { Probe } from './probe.ts'
import { QuantityReader } from './quantity-reader.ts'

const linkwork = await load()

/** Rows of a time and the values of quantities at the end of every step. */
function recorder(simulation: Simulation, quantities: readonly Quantity[], steps: number) {
  using model = linkwork.model(simulation.mechanism)
  return Array.from({ length: steps }, () => {
    simulation.step()
    const reader = new QuantityReader(simulation, model)
    return quantities.map((quantity) => reader.valueOf(quantity))
  })
}

it('keeps the laws of a four-bar', () => {
  using simulation = linkwork.simulate(fourBar({ startSpeed: 6 }))
  const all = ['kinetic', 'potential', 'total'] as const
  const rows = recorder(
    simulation,
    [
      ...all.map((what) => ({ of: 'all', what }) as const),
      { of: 'q', at: 0 },
      { of: 'v', at: 0 },
      { of: 'a', at: 0 },
      { of: 'joint', joint: 0, what: 'torque' },
      { of: 'body', body: 0, what: 'x' },
      { of: 'body', body: 0, what: 'z' },
      { of: 'body', body: 0, what: 'speed' }
    ],
    400
  )
  for (let i = 1; i < rows.length - 1; i++) {
    const [before, now, after] = rows.slice(i - 1, i + 2) as [number[], number[], number[]]
    const rate = (at: number) => ((after[at] as number) - (before[at] as number)) / 2e-3
    const [kinetic, potential, total, , v, a, torque] = now as [
      number,
      number,
      number,
      number,
      number,
      number,
      number
    ]
    expect(kinetic + potential).toBeCloseTo(total, 12)
    expect(total).toBeCloseTo(rows[0]?.[2] as number, 6)
    // Differences over 2 ms leave out terms of the third order in the step.
    expect(Math.abs(rate(3) - v)).toBeLessThan(2e-3)
    expect(Math.abs(rate(4) - a)).toBeLessThan(0.5)
    expect(Math.abs(torque)).toBeLessThan(1e-9) // nothing drives it
    expect(Math.abs(Math.hypot(rate(7), rate(8)) - (now[9] as number))).toBeLessThan(2e-3)
  }
})

it('returns past values with the forces that were applied then', () => {
  using simulation = linkwork.simulate(fourBar({ startSpeed: 6 }))
  const history = new History()
  const probe = new Probe(linkwork, simulation.mechanism)
  const force: Quantity = { of: 'joint', joint: 0, what: 'force' }
  const push = { body: 1, force: [20, 0, 0] } as const
  const seen = new Map<string, number>()
  using model = linkwork.model(simulation.mechanism)
  for (let count = 0; count < 200; count++) {
    const actuation = { motors: null, torques: [], hold: null, push: count >= 100 ? push : null }
    simulation.forces.clear()
    if (actuation.push)
      simulation.forces.applyPointForce(
        1,
        simulation.mechanism.bodies[1]?.centerOfMass ?? [0, 0, 0],
        push.force
      )
    history.record(simulation, { time: simulation.time, count, actuation })
    simulation.step()
    seen.set(simulation.time.toFixed(6), new QuantityReader(simulation, model).valueOf(force))
  }
  probe.choose([force], 1, history.entries)
  const past: (readonly number[])[] = []
  for (let looks = 0; looks < 100; looks++) {
    probe.look(simulation, simulation.time)
    past.push(...(probe.take()?.past ?? []))
  }
  expect(past).toHaveLength(10)
  for (const [time = 0, value] of past) expect(value).toBe(seen.get(time.toFixed(6)))
  probe.dispose()
})
