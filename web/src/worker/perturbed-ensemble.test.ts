import { chain, fourBar, load } from 'linkwork'
import { expect, it } from 'vitest'
import { PerturbedEnsemble } from './perturbed-ensemble.ts'

const linkwork = await load()

it('has copies that are near, move along and come back', () => {
  using simulation = linkwork.simulate(fourBar({ startSpeed: 6 }))
  const ensemble = new PerturbedEnsemble(linkwork, simulation)
  const start = ensemble.look(simulation)
  expect(start.poses).toHaveLength(200 * simulation.poses.length)
  expect(start.distance).toBeGreaterThan(1e-5)
  expect(start.distance).toBeLessThan(0.02)
  simulation.step(100)
  const left = ensemble.look(simulation).distance
  ensemble.step(100)
  expect(ensemble.look(simulation).distance).toBeLessThan(left / 4)
  ensemble.restart(simulation)
  expect(ensemble.look(simulation).distance).toBeLessThan(2 * start.distance)
  ensemble.dispose()
})

it('looks at copies whose poses move the memory', () => {
  using simulation = linkwork.simulate(chain({ links: 40 }))
  const ensembles = Array.from({ length: 40 }, () => {
    const ensemble = new PerturbedEnsemble(linkwork, simulation)
    expect(ensemble.look(simulation).distance).toBeGreaterThan(0)
    return ensemble
  })
  for (const ensemble of ensembles) ensemble.dispose()
})
