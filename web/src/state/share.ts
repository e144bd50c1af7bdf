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
  /** The name of a mechanism that there is not. */
  readonly unknown?: string
}

/** What an address holds; what it lacks or cannot be understood keeps its default. */
export function readAddress(hash: string): Address {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const name = parameters.get('mechanism') ?? firstMechanism.id
  const found = findMechanism(name)
  const entry = found ?? firstMechanism
  const settings = createSettings(entry)
  const options: Record<string, number> = { ...initialOptions(entry) }
  for (const slider of entry.sliders) {
    const value = numberOf(parameters.get(slider.option))
    if (value !== undefined) options[slider.option] = inRange(slider, value)
  }
  settings.options.value = options as OptionValues
  settings.method.value = oneOf(methodNames, parameters.get('method')) ?? settings.method.value
  settings.integrator.value =
    oneOf(integratorsFor(entry, settings.method.value), parameters.get('integrator')) ??
    settings.integrator.value
  settings.step.value = rungOf(stepSizes, parameters.get('step')) ?? settings.step.value
  settings.speed.value = rungOf(speeds, parameters.get('speed')) ?? settings.speed.value
  if (parameters.get('motors') === 'off') settings.motors.value = 'off'
  const theme = oneOf(themes, parameters.get('theme'))
  const camera = (parameters.get('camera') ?? '').split(',').filter(Boolean).map(Number)
  const valid = camera.every(Number.isFinite) ? camera : []
  return {
    settings,
    camera: valid,
    ...(theme ? { theme } : {}),
    ...(found ? {} : { unknown: name })
  }
}

function numberOf(text: string | null): number | undefined {
  const value = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text)
}

function rungOf(ladder: readonly number[], text: string | null): number | undefined {
  return ladder.find((rung) => rung === numberOf(text))
}
