import { chain, fourBar, load, type Simulation } from 'linkwork'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const methods = ['variational', 'variational-maximal'] as const
const integrators = ['second-order', 'fourth-order', 'adaptive'] as const

const energyOf = ({ energy }: Simulation) => energy.kinetic + energy.potential - energy.work

describe.each(methods)('%s', (method) => {
  it('has its own integrators, the first by default', () => {
    using simulation = linkwork.simulate(fourBar(), { solver: { method } })
    expect(simulation.solver).toEqual({ method, integrator: 'second-order' })
    for (const integrator of integrators) {
      simulation.solver = { method, integrator }
      expect(simulation.solver).toEqual({ method, integrator })
    }
    expect(() => {
      simulation.solver = { method: 'articulated-body', integrator: 'fourth-order' as never }
    }).toThrow(/rk4, semi-implicit-euler/)
    expect(simulation.solver).toEqual({ method, integrator: 'adaptive' })
  })

  it('keeps energy within its oscillation, and loops closed', () => {
    using simulation = linkwork.simulate(fourBar(), { solver: { method }, step: 1e-3 })
    const start = energyOf(simulation)
    for (let i = 0; i < 50; i++) {
      simulation.step(100)
      expect(Math.abs(energyOf(simulation) - start)).toBeLessThan(2e-3) // of some 20 J
    }
    expect(simulation.constraints.loopError).toBeLessThan(1e-12)
  })

  it('comes back to a snapshot bit for bit', () => {
    for (const integrator of integrators) {
      using simulation = linkwork.simulate(chain({ links: 4 }), { solver: { method, integrator } })
      simulation.step(10)
      const snapshot = simulation.snapshot()
      simulation.step(10)
      const later = [...simulation.q, ...simulation.v]
      simulation.restore(snapshot)
      simulation.step(10)
      expect([...simulation.q, ...simulation.v]).toEqual(later)
    }
  })

  it('takes shorter steps in fast motion where they adapt', () => {
    const source = chain({ links: 2, length: 0.5, startAngle: 2 })
    using simulation = linkwork.simulate(source, {
      solver: { method, integrator: 'adaptive' },
      step: 0.01
    })
    const steps = simulation.advance(2)
    expect(steps).toBeGreaterThan(250)
    expect(simulation.time).toBeCloseTo(2, 1)
  })
  it('drifts at steps that adapt as a crank turns, the other way where it turns the other way', () => {
    /** By how much the mean energy error of the second half is above that of the first [J]. */
    const driftOf = (startSpeed: number) => {
      using simulation = linkwork.simulate(fourBar({ startSpeed }), {
        solver: { method, integrator: 'adaptive' },
        step: 2e-3
      })
      const start = energyOf(simulation)
      const sums = [0, 0]
      for (let step = 0; step < 20_000; step++) {
        simulation.step()
        sums[step < 10_000 ? 0 : 1]! += energyOf(simulation) - start
      }
      return (sums[1]! - sums[0]!) / 10_000
    }
    const [forward, backward] = [driftOf(8), driftOf(-8)]
    // Steps that are reversible undo on the way back what they did on the way there. The halves end
    // within a turn, which moves their means by some 1e-5 J; without drift that would be all.
    expect(Math.abs(forward)).toBeGreaterThan(1e-4)
    expect(Math.abs(forward + backward)).toBeLessThan(0.2 * Math.abs(forward))
  })
})

it('all methods move alike', () => {
  const ends = [...methods, 'articulated-body' as const].map((method) => {
    using simulation = linkwork.simulate(chain({ links: 3 }), { solver: { method }, step: 1e-4 })
    simulation.step(1000)
    return [...simulation.q]
  })
  // Order two: h² times what the angles change by in 0.1 s.
  for (const end of ends)
    for (const [i, q] of end.entries()) expect(q).toBeCloseTo(ends[0]?.[i] ?? Number.NaN, 6)
})

it('options of the root finders are read, and refused with what is valid', () => {
  const simulate = (variational: object) =>
    linkwork.simulate(chain(), { solver: { method: 'variational' }, variational })
  using simulation = simulate({ rootFinder: 'riqn', initialGuess: 'previous', tolerance: 1e-12 })
  simulation.step(5)
  expect(() => simulate({ rootFinder: 'newtn' })).toThrow(/variational.rootFinder.*"newton"/)
  expect(() => simulate({ tolerance: -1 })).toThrow(/variational.tolerance: expected 1e-15 to 1/)
  expect(() => simulate({ speed: 1 })).toThrow(/speed/)
})
