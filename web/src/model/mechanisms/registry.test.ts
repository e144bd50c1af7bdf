import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { initialOptions } from './entry.ts'
import { mechanisms } from './index.ts'

const linkwork = await load()

for (const entry of mechanisms) {
  it(`${entry.id}: both ends of every slider are mechanisms that move`, () => {
    const initial = initialOptions(entry)
    const step = entry.firstStep ?? 1e-3
    for (const { option, min, max } of entry.sliders) {
      for (const value of [min, max]) {
        const options = { ...initial, [option]: value }
        using simulation = linkwork.simulate(entry.source(options), { step })
        simulation.step(5)
        expect(simulation.poses.every(Number.isFinite)).toBe(true)
        const { mechanism, poses } = simulation
        const { min: low, max: high } = entry.framing(options, { mechanism, poses })
        expect(high[0]).toBeGreaterThan(low[0])
        expect(high[1]).toBeGreaterThan(low[1])
      }
    }
  })

  it(`${entry.id}: the gallery's counts are those of the mechanism`, () => {
    const mechanism = linkwork.mechanism(entry.source(initialOptions(entry)))
    const facts = entry.facts(
      mechanism,
      linkwork.info(entry.source(initialOptions(entry))),
      initialOptions(entry)
    )
    for (const count of entry.counts.split(', ')) expect(facts).toContain(count)
  })
}
