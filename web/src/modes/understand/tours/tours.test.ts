import { describe, expect, it } from 'vitest'
import { mostStops } from '../../../model/lesson.ts'
import { findMechanism } from '../../../model/mechanisms/index.ts'
import { createSettings, integratorsFor, stepSizes } from '../../../model/settings.ts'
import { tours } from './index.ts'
import { setStage } from './open-tour.ts'
import { stageAt } from './tour.ts'

describe.each(Object.entries(tours))('%s', (_, tour) => {
  it('has eight stops or more, of at most 60 words', () => {
    expect(tour.stops.length).toBeGreaterThanOrEqual(8)
    expect(tour.stops.length).toBeLessThanOrEqual(mostStops)
    for (const { text } of tour.stops) expect(text.split(/\s+/).length).toBeLessThanOrEqual(60)
    expect(new Set(tour.stops.map(({ title }) => title)).size).toBe(tour.stops.length)
  })

  it('has a stage from the first stop on, with settings that can be set', () => {
    for (const [i, stop] of tour.stops.entries()) {
      const setting = stageAt(tour, i + 1)
      const entry = findMechanism(setting?.mechanism ?? '')
      if (!setting || !entry) throw new Error(`${stop.title} has no stage`)
      for (const [option, value] of Object.entries(setting.options ?? {})) {
        const slider = entry.sliders.find((each) => each.option === option)
        expect(value, option).toBeGreaterThanOrEqual(slider?.min ?? Number.NaN)
        expect(value, option).toBeLessThanOrEqual(slider?.max ?? Number.NaN)
      }
      const settings = createSettings(entry)
      setStage(settings, setting)
      const able = integratorsFor(entry, settings.method.value)
      expect(able, stop.title).toContain(settings.integrator.value)
      expect(stepSizes).toContain(settings.step.value)
      expect(settings.integrator.value).toBe(setting.integrator ?? settings.integrator.value)
    }
  })
})
