import { chain, fourBar, load, rollingDisc, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'
import { EnergyBound } from './energy-bound.ts'
import { rateOfSpring } from './fastest-rate.ts'
import { Measures } from './measures.ts'

const linkwork = await load()

it('bounds a drift by the sum of the local errors', () => {
  const bound = new EnergyBound('rk4', false)
  bound.pass(1000, 1e-3, 10)
  expect(bound.tolerance).toBeCloseTo(1e-8 + (2 * 1000 * 0.01 ** 5) / 120, 14)
  bound.pass(1e6, 1e-3, 1000)
  expect(bound.tolerance).toBe(1e-3)
})

it('bounds an oscillation at the fastest rate', () => {
  const bound = new EnergyBound('rattle', false)
  for (const rate of [10, 3, 3]) bound.pass(1000, 1e-3, rate)
  expect(bound.tolerance).toBeCloseTo(1e-8 + 0.01 ** 2, 14)
})

it('has no energy bound at first order', () => {
  expect(new EnergyBound('first-order', false).tolerance).toBe(Number.POSITIVE_INFINITY)
  expect(new EnergyBound('rk4', true, true).tolerance).toBe(Number.POSITIVE_INFINITY)
})

it('finds the rate of springs', () => {
  expect(rateOfSpring({ stiffness: 400, damping: 40 })).toBe(20)
  expect(rateOfSpring({ stiffness: 9, damping: 0 })).toBe(3)
})

it('detects another model, for which the bound does not hold', () => {
  using simulation = linkwork.simulate(fourBar({ startSpeed: 6 }))
  const measures = new Measures(simulation)
  const pass = () => {
    simulation.step(1000)
    measures.pass(simulation, 0)
    const { energyError, energyTolerance } = measures.of(simulation)
    return energyError / energyTolerance
  }
  expect(pass()).toBeLessThan(1)
  simulation.parameters.set('gravity.z', -9.8)
  expect(pass()).toBeGreaterThan(10)
})

it('has a scale without gravity too', () => {
  const scale = (gravity: number) => {
    using simulation = linkwork.simulate(chain({ gravity }))
    return new Measures(simulation).scale
  }
  expect(scale(0)).toBe(scale(9.81))
})

it('queries no loops if there are none', () => {
  using simulation = linkwork.simulate(rollingDisc())
  const asked: string[] = []
  const watch = <Thing extends object>(thing: Thing): Thing =>
    new Proxy(thing, {
      get(target, name) {
        asked.push(String(name))
        const member = Reflect.get(target, name, target)
        return name === 'energy' || name === 'constraints' ? watch(member as object) : member
      }
    })
  const watched = watch<Simulation>(simulation)
  const measures = new Measures(watched)
  measures.of(watched)
  measures.of(watched)
  expect(asked).not.toContain('loopError')
  expect(asked.filter((name) => name === 'potential')).toHaveLength(2) // its start, and once
})
