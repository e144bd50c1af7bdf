import { methods } from 'linkwork/tables'
import { initialOptions, inRange, type OptionValues } from '../mechanisms/entry.ts'
import { findMechanism, firstMechanism } from '../mechanisms/index.ts'
import {
  createSettings,
  integratorsFor,
  type Settings,
  speeds,
  stepSizes,
  type Theme
} from './settings.ts'

const themes: readonly Theme[] = ['dark', 'light']
const methodNames = methods.map(({ name }) => name)

/** An address that holds mechanism, parameters, solver, speed, theme and camera. */
export function writeAddress(settings: Settings, camera: readonly number[]): string {
  const parameters = new URLSearchParams({
    mechanism: settings.entry.value.id,
    ...Object.fromEntries(
      Object.entries(settings.options.value).map(([name, value]) => [name, String(value)])
    ),
    method: settings.method.value,
    integrator: settings.integrator.value,
    step: String(settings.step.value),
    speed: String(settings.speed.value),
    theme: settings.theme.value
  })
  if (settings.motors.value === 'off') parameters.set('motors', 'off')
  if (camera.length > 0) {
    parameters.set('camera', camera.map((value) => Number(value.toPrecision(5))).join(','))
  }
  const address = new URL(location.href)
  address.hash = parameters.toString()
  return address.href
}

export interface Address {
  readonly settings: Settings
  readonly camera: number[]
  readonly theme?: Theme
  /** What it says that cannot be, in sentences. */
  readonly remarks: string[]
}

/** What an address holds; what it lacks or cannot be understood keeps its default. */
export function readAddress(hash: string): Address {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const refused: string[] = []
  const read = <Value>(
    name: string,
    expected: string | readonly (string | number)[],
    parse: (text: string) => Value | undefined
  ): Value | undefined => {
    const text = parameters.get(name)
    parameters.delete(name)
    if (text === null) return undefined
    const value = parse(text)
    const range = typeof expected === 'string' ? expected : expected.join(', ')
    if (value === undefined) refused.push(`${name} ${quoted(text)} (expected ${range})`)
    return value
  }

  const name = parameters.get('mechanism') ?? firstMechanism.id
  parameters.delete('mechanism')
  const found = findMechanism(name)
  const entry = found ?? firstMechanism
  const settings = createSettings(entry)
  const options: Record<string, number> = { ...initialOptions(entry) }
  for (const slider of entry.sliders) {
    const { option, min, max } = slider
    const value = read(option, `a number from ${min} to ${max}`, (text) => {
      const number = numberOf(text)
      return number !== undefined && number >= min && number <= max ? number : undefined
    })
    if (value !== undefined) options[option] = inRange(slider, value)
  }
  settings.options.value = options as OptionValues

  const choose = <Value extends string>(name: string, values: readonly Value[]) =>
    read(name, values, (text) => values.find((value) => value === text))
  const rung = (name: string, ladder: readonly number[]) =>
    read(name, ladder, (text) => ladder.find((each) => each === numberOf(text)))
  const { method, integrator, step, speed, motors } = settings
  const able = methodNames.filter((each) => integratorsFor(entry, each).length > 0)
  method.value = choose('method', able) ?? method.value
  const integrators = integratorsFor(entry, method.value)
  integrator.value = choose('integrator', integrators) ?? integrator.value
  step.value = rung('step', stepSizes) ?? step.value
  speed.value = rung('speed', speeds) ?? speed.value
  motors.value = choose('motors', ['on', 'off']) ?? motors.value
  const theme = choose('theme', themes)
  const camera = read('camera', 'numbers with commas between them', (text) => {
    const numbers = text.split(',').filter(Boolean).map(Number)
    return numbers.every(Number.isFinite) ? numbers : undefined
  })

  for (const [key, text] of found ? parameters : []) {
    refused.push(`${cut(key)} ${quoted(text)} (no such setting)`)
  }
  return {
    settings,
    camera: camera ?? [],
    ...(theme ? { theme } : {}),
    remarks: [
      ...(found ? [] : [`There is no mechanism ${quoted(name)} here: this is the first one.`]),
      ...(refused.length > 0 ? [`The address asks for what cannot be: ${listed(refused)}.`] : [])
    ]
  }
}

const cut = (text: string) => text.slice(0, 40)
const quoted = (text: string) => `“${cut(text)}”`

function listed(items: readonly string[]): string {
  const most = 4
  const rest = items.length > most ? [`${items.length - most} more`] : []
  return [...items.slice(0, most), ...rest].join('; ')
}

function numberOf(text: string): number | undefined {
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}
