import { ownId } from './files/own-mechanism.ts'
import type { MechanismEntry } from './mechanisms/entry.ts'
import { findMechanism, firstMechanism } from './mechanisms/index.ts'
import { type Codec, numberFrom, Query, quoted } from './query.ts'
import {
  openEntry,
  readSettings,
  type Settings,
  type SettingValues,
  setCompared,
  shownNames,
  type Theme,
  themes,
  writeSettings
} from './settings.ts'

/** The latest time that an address leads to: the page simulates from the start [s]. */
const latest = 60

/** The contents of an address. */
export interface Address {
  readonly settings: SettingValues
  /** Simulated time [s]. */
  readonly time: number
  readonly theme: Theme | undefined
  readonly camera: readonly number[]
  /** Says that its mechanism does not exist. */
  readonly unknown: string | undefined
  /** The parts of it that are not valid, in sentences. */
  readonly remarks: readonly string[]
}

/** Contents that only a shared address has. */
export interface Look {
  readonly theme: Theme
  readonly camera: readonly number[]
  /** A file of the user, packed. */
  readonly own?: string
  /** A motion to replay, packed. */
  readonly replay?: string
}

/** Whether an address holds a file of a user. */
export const holdsFile = (hash: string): boolean => /[#&]own=/.test(hash)

const sixNumbers: Codec<readonly number[]> = {
  expected: 'six numbers with commas between them',
  parse(text) {
    const numbers = text.split(',').filter(Boolean).map(Number)
    return [0, 6].includes(numbers.length) && numbers.every(Number.isFinite) ? numbers : undefined
  },
  format: (numbers) => numbers.map((value) => Number(value.toPrecision(5))).join(',')
}

/** Returns the address after `#`: the mechanism, and the settings that differ from their defaults. */
export function writeAddress(settings: Settings, time: number, look?: Look): string {
  const query = new Query()
  query.put('mechanism', settings.entry.value.id)
  writeSettings(query, settings)
  if (time <= latest) query.put('time', Number(time.toFixed(6)), 0)
  if (look) query.put('theme', look.theme)
  if (look && look.camera.length > 0) query.put('camera', sixNumbers.format(look.camera))
  if (look?.own) query.put('own', look.own)
  if (look?.replay) query.put('replay', look.replay)
  return `#${query}`
}

/**
 * Reads an address. `own` is the file that the user has opened. Parts that are missing or not valid have
 * their defaults.
 */
export function readAddress(hash: string, own?: MechanismEntry): Address {
  const query = new Query(hash.replace(/^#/, ''))
  const name = query.takeText('mechanism') ?? firstMechanism.id
  const found = own?.id === name ? own : findMechanism(name)
  const address = {
    settings: readSettings(query, found ?? firstMechanism),
    theme: query.take('theme', themes),
    camera: query.take('camera', sixNumbers) ?? [],
    time: query.take('time', numberFrom(0, latest)) ?? 0,
    unknown: found ? undefined : missing(name)
  }
  if (found) query.refuseRest()
  const { unknown } = address
  const { refused } = query
  return {
    ...address,
    remarks: [
      ...(unknown ? [`${unknown}. Showing the first example.`] : []),
      ...(refused.length > 0 ? [`Ignored invalid link settings: ${listed(refused)}.`] : [])
    ]
  }
}

const missing = (name: string): string =>
  name === ownId
    ? 'This link does not contain your mechanism. Use Share'
    : `The gallery has no mechanism ${quoted(name)}`

/** Sets the controls to the values of an address. Theme and play are left to the page. */
export function applyAddress(settings: Settings, { settings: values }: Address): void {
  settings.lesson.value = values.lesson
  settings.mode.value = values.mode
  settings.speed.value = values.speed
  settings.motors.value = values.motors
  settings.backend.value = values.backend
  settings.accuracy.value = values.accuracy
  settings.screensaver.value = values.screensaver
  if (shownNames.format(values.show) !== shownNames.format(settings.show.value))
    settings.show.value = values.show
  settings.replay.value = values.replay
  settings.compared.view.value = values.compared.view
  openEntry(settings, values.entry, values.options, values)
  setCompared(settings.compared, values.compared)
}

function listed(items: readonly string[]): string {
  const most = 4
  const rest = items.length > most ? [`${items.length - most} more`] : []
  return [...items.slice(0, most), ...rest].join('; ')
}
