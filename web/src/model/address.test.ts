import { expect, it } from 'vitest'
import { applyAddress, readAddress, writeAddress } from './address.ts'
import { formerNames } from './former-names.ts'
import { chain } from './mechanisms/chain.ts'
import { initialOptions } from './mechanisms/entry.ts'
import { fourBar } from './mechanisms/four-bar.ts'
import { mechanisms } from './mechanisms/index.ts'
import {
  createSettings,
  firstSolverOf,
  integratorsFor,
  type Settings,
  setCompared
} from './settings.ts'

/** The values of all controls, without listeners. */
const valuesOf = (settings: object) =>
  Object.fromEntries(Object.entries(settings).map(([name, signal]) => [name, signal.value]))

/** Settings that all differ from their defaults. */
function changed(entry: (typeof mechanisms)[number]): Settings {
  const settings = createSettings(entry)
  settings.options.value = Object.fromEntries(entry.sliders.map(({ option, max }) => [option, max]))
  settings.mode.value = 'understand'
  settings.lesson.value = { name: 'baraff', stop: 3 }
  settings.method.value = 'multipliers'
  settings.integrator.value = integratorsFor(entry, 'multipliers').at(-1) ?? 'rk4'
  settings.step.value = 5e-3
  settings.speed.value = 0.25
  settings.motors.value = 'off'
  settings.backend.value = 'lanes'
  settings.show.value = { ...settings.show.value, ghosts: false, jointAxes: true }
  settings.accuracy.value = true
  return settings
}

for (const entry of mechanisms) {
  it(`${entry.id}: an address brings back every control, and the time`, () => {
    const settings = changed(entry)
    const address = readAddress(writeAddress(settings, 2.345))
    expect(address.remarks).toEqual([])
    expect(address).toMatchObject({ time: 2.345, settings: { playing: false } })
    const back = createSettings(mechanisms[0] ?? entry)
    applyAddress(back, address)
    expect(valuesOf(back)).toEqual(valuesOf(settings))
  })

  it(`${entry.id}: as it opens, its address is its name`, () => {
    const settings = createSettings(entry)
    settings.playing.value = true
    expect(writeAddress(settings, 0)).toBe(`#mechanism=${entry.id}`)
    expect(readAddress(`#mechanism=${entry.id}`)).toMatchObject({
      settings: {
        ...firstSolverOf(entry),
        entry,
        options: initialOptions(entry),
        playing: true
      },
      time: 0
    })
  })
}

it('what is compared is held, where two are', () => {
  const settings = createSettings(fourBar)
  settings.mode.value = 'compare'
  expect(writeAddress(settings, 0)).toBe('#mechanism=four-bar&mode=compare&playing=off')
  setCompared(settings.compared, {
    ...{ variant: 'soft', method: 'multipliers', integrator: 'baumgarte', step: 4e-3 }
  })
  settings.compared.view.value = 'over'
  const written = writeAddress(settings, 0)
  expect(written).toContain('&b.mechanism=soft&b.method=multipliers&b.integrator=baumgarte')
  const back = createSettings(chain)
  applyAddress(back, readAddress(written))
  expect(valuesOf(back.compared)).toEqual(valuesOf(settings.compared))
  settings.mode.value = 'watch'
  expect(writeAddress(settings, 0)).toBe('#mechanism=four-bar&playing=off')
  expect(readAddress('#b.method=rk4').remarks[0]).toMatch(/b.method “rk4” \(expected articulated/)
})

it('an address of an earlier version keeps its meaning', () => {
  const [accuracy] = Object.keys(formerNames.parameters)
  const [ensemble] = Object.keys(formerNames.shown)
  const { remarks, settings } = readAddress(`#mechanism=tree&show=grid,${ensemble}&${accuracy}=on`)
  expect(remarks).toEqual([])
  expect(settings.accuracy).toBe(true)
  expect(settings.show).toMatchObject({ grid: true, perturbedEnsemble: true, traces: false })
})

it('nothing shown is an answer, a name that there is not is none', () => {
  expect(Object.values(readAddress('#mechanism=chain&show=').settings.show)).not.toContain(true)
  expect(readAddress('#show=ghosts,toString').remarks[0]).toMatch(/show .*expected traces, ghosts/)
})

it('a time, a view and a stop that are out of reach are named', () => {
  expect(readAddress('#camera=1,2').remarks[0]).toMatch(/camera “1,2” \(expected six numbers/)
  expect(readAddress('#tour=lee&stop=10').remarks[0]).toMatch(/stop “10” .*from 1 to 9/)
  expect(readAddress('#time=61').remarks[0]).toMatch(/time “61” \(expected a number from 0 to 60\)/)
  expect(writeAddress(createSettings(mechanisms[0] as never), 61)).not.toMatch(/time/)
})
