import { methods } from 'linkwork/tables'
import { ownId } from './files/own-entry.ts'
import { firstLesson, isTour, type Lesson, mostStops, topicNames, tourNames } from './lesson.ts'
import {
  initialOptions,
  inRange,
  type MechanismEntry,
  type OptionValues
} from './mechanisms/entry.ts'
import { findMechanism, firstMechanism } from './mechanisms/index.ts'
import { variantNames } from './messages.ts'
import { type ModeName, modeNames } from './modes.ts'
import {
  type Backend,
  type ComparedSettings,
  type ComparedView,
  comparedSteps,
  firstComparedOf,
  firstSolverOf,
  initialShow,
  integratorsFor,
  type Motors,
  openEntry,
  type Settings,
  type SolverSettings,
  setCompared,
  solverOf,
  speeds,
  stepSizes,
  type Theme
} from './settings.ts'
import type { Show } from './stage.ts'

const themes: readonly Theme[] = ['dark', 'light']
const switches: readonly Motors[] = ['on', 'off']
const backends: readonly Backend[] = ['lanes', 'workers', 'gpu']
const views: readonly ComparedView[] = ['split', 'over']
const methodNames = methods.map(({ name }) => name)
const showNames = Object.keys(initialShow) as (keyof Show)[]

/** The latest instant that an address leads to: the page runs there from the start [s]. */
const latest = 60

/** What an address holds. */
export interface Address {
  readonly mode: ModeName
  readonly lesson: Lesson
  readonly entry: MechanismEntry
  readonly options: OptionValues
  readonly solver: SolverSettings
  readonly speed: number
  readonly motors: Motors
  readonly backend: Backend
  readonly show: Show
  readonly truth: boolean
  readonly screensaver: boolean
  readonly compared: ComparedSettings
  readonly view: ComparedView
  /** False: it says that the motion is paused. */
  readonly playing: boolean
  /** Simulated time [s]. */
  readonly time: number
  readonly theme?: Theme
  readonly camera: readonly number[]
  /** A motion that is to be done again, packed; empty: none. */
  readonly replay: string
  /** That the mechanism that it asks for is not there. */
  readonly unknown?: string
  /** What it asks for that cannot be, in sentences. */
  readonly remarks: readonly string[]
}

/** What only an address that is given away holds. */
export interface Look {
  readonly theme: Theme
  readonly camera: readonly number[]
  /** A file of the visitor's own, packed. */
  readonly own?: string
  /** A motion that is to be done again, packed. */
  readonly replay?: string
}

/** Whether an address holds a file of somebody's own. */
export const holdsFile = (hash: string): boolean => /[#&]own=/.test(hash)

const shownNames = (show: Show) => showNames.filter((name) => show[name]).join(',')

/** Names of the page's own settings; a mechanism's option of such a name is written after a dot. */
const reserved = [
  ...[
    'mode',
    'topic',
    'tour',
    'stop',
    'mechanism',
    'method',
    'integrator',
    'step',
    'speed',
    'motors',
    'backend',
    'show',
    'truth',
    'screensaver',
    'view'
  ],
  ...['playing', 'time', 'theme', 'camera', 'own', 'replay']
]
const keyOf = (option: string) => (reserved.includes(option) ? `.${option}` : option)

/** The part of an address after `#`: the mechanism, and what differs from how it opens. */
export function writeAddress(settings: Settings, time: number, look?: Look): string {
  const entry = settings.entry.value
  const parameters = new URLSearchParams({ mechanism: entry.id })
  const write: Write = (name, value, initial) => {
    if (value !== initial) parameters.set(name, String(value))
  }
  write('mode', settings.mode.value, 'watch')
  if (settings.mode.value === 'understand') {
    const { name, stop } = settings.lesson.value
    write(isTour(name) ? 'tour' : 'topic', name, firstLesson.name)
    write('stop', stop, 1)
  }
  const initial = initialOptions(entry)
  for (const [option, value] of Object.entries(settings.options.value))
    write(keyOf(option), value, initial[option])
  const [solver, first] = [solverOf(settings), firstSolverOf(entry)]
  write('method', solver.method, first.method)
  // Another method has another first integrator.
  const usual = integratorsFor(entry, solver.method)[0]
  write('integrator', solver.integrator, usual)
  write('step', solver.step, first.step)
  write('speed', settings.speed.value, 1)
  write('motors', settings.motors.value, 'on')
  write('backend', settings.backend.value, 'workers')
  write('show', shownNames(settings.show.value), shownNames(initialShow))
  write('truth', settings.truth.value ? 'on' : 'off', 'off')
  write('screensaver', settings.screensaver.value ? 'on' : 'off', 'off')
  write('playing', settings.playing.value ? 'on' : 'off', 'on')
  if (settings.mode.value === 'compare') writeCompared(settings, write)
  if (time <= latest) write('time', Number(time.toFixed(6)), 0)
  if (look) write('theme', look.theme)
  if (look && look.camera.length > 0)
    write('camera', look.camera.map((value) => Number(value.toPrecision(5))).join(','))
  if (look?.own) write('own', look.own)
  if (look?.replay) write('replay', look.replay)
  return `#${parameters}`
}

type Write = (name: string, value: string | number, initial?: string | number) => void

/** What moves beside it, where two are compared. */
function writeCompared({ entry, compared }: Settings, write: Write): void {
  const first = firstComparedOf(entry.value)
  write('b.mechanism', compared.variant.value, 'same')
  write('b.method', compared.method.value, first.method)
  const [usual] = integratorsFor(entry.value, compared.method.value)
  write(
    'b.integrator',
    compared.integrator.value,
    compared.method.value === first.method ? first.integrator : usual
  )
  write('b.step', compared.step.value, first.step)
  write('view', compared.view.value, 'split')
}

/**
 * What an address holds, `own` being the file that the visitor has opened; what it lacks or cannot
 * be understood keeps its default.
 */
export function readAddress(hash: string, own?: MechanismEntry): Address {
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
  const choose = <Value extends string>(name: string, values: readonly Value[]) =>
    read(name, values, (text) => values.find((value) => value === text))
  const rung = (name: string, ladder: readonly number[]) =>
    read(name, ladder, (text) => ladder.find((each) => each === numberOf(text)))
  const between = (name: string, min: number, max: number) =>
    read(name, `a number from ${min} to ${max}`, (text) => {
      const number = numberOf(text)
      return number !== undefined && number >= min && number <= max ? number : undefined
    })

  const name = parameters.get('mechanism') ?? firstMechanism.id
  parameters.delete('mechanism')
  const found = own?.id === name ? own : findMechanism(name)
  const entry = found ?? firstMechanism
  const options: Record<string, number> = { ...initialOptions(entry) }
  for (const slider of entry.sliders) {
    const value = between(keyOf(slider.option), slider.min, slider.max)
    if (value !== undefined) options[slider.option] = inRange(slider, value)
  }
  const first = firstSolverOf(entry)
  const able = methodNames.filter((each) => integratorsFor(entry, each).length > 0)
  const method = choose('method', able) ?? first.method
  const integrators = integratorsFor(entry, method)
  const integrator = choose('integrator', integrators) ?? integrators[0] ?? first.integrator
  const step = rung('step', stepSizes) ?? first.step
  const beside = firstComparedOf(entry)
  const besideMethod = choose('b.method', able) ?? beside.method
  const besideIntegrators = integratorsFor(entry, besideMethod)
  const usual = besideMethod === beside.method ? beside.integrator : besideIntegrators[0]
  const compared = {
    variant: choose('b.mechanism', variantNames) ?? 'same',
    method: besideMethod,
    integrator: choose('b.integrator', besideIntegrators) ?? usual ?? beside.integrator,
    step: rung('b.step', comparedSteps) ?? beside.step
  }
  const show = read('show', showNames, showOf)
  const theme = choose('theme', themes)
  const camera = read('camera', 'six numbers with commas between them', (text) => {
    const numbers = text.split(',').filter(Boolean).map(Number)
    return [0, 6].includes(numbers.length) && numbers.every(Number.isFinite) ? numbers : undefined
  })
  const topic = choose('topic', topicNames) ?? firstLesson.name
  const lesson = choose('tour', tourNames) ?? topic
  const stop = between('stop', 1, mostStops) ?? 1
  const address = {
    lesson: { name: lesson, stop: isTour(lesson) ? Math.round(stop) : 1 },
    mode: choose('mode', modeNames) ?? 'watch',
    entry,
    options,
    solver: { method, integrator, step },
    speed: rung('speed', speeds) ?? 1,
    motors: choose('motors', switches) ?? 'on',
    backend: choose('backend', backends) ?? 'workers',
    show: show ?? initialShow,
    truth: choose('truth', switches) === 'on',
    screensaver: choose('screensaver', switches) === 'on',
    compared,
    view: choose('view', views) ?? 'split',
    playing: choose('playing', switches) !== 'off',
    time: between('time', 0, latest) ?? 0,
    camera: camera ?? [],
    replay: read('replay', 'a motion', (text) => text) ?? '',
    ...(theme ? { theme } : {})
  }
  for (const [key, text] of found ? parameters : [])
    refused.push(`${cut(key)} ${quoted(text)} (no such setting)`)
  const unknown = found ? undefined : missing(name)
  return {
    ...address,
    ...(unknown ? { unknown } : {}),
    remarks: [
      ...(unknown ? [`${unknown}: this is the first one.`] : []),
      ...(refused.length > 0 ? [`The address asks for what cannot be: ${listed(refused)}.`] : [])
    ]
  }
}

const missing = (name: string): string =>
  name === ownId
    ? 'Your own mechanism is not in this address, as it is in one by “Share”'
    : `There is no mechanism ${quoted(name)} here`

/** Sets the controls as an address says. */
export function applyAddress(settings: Settings, address: Address): void {
  settings.lesson.value = address.lesson
  settings.mode.value = address.mode
  settings.speed.value = address.speed
  settings.motors.value = address.motors
  settings.backend.value = address.backend
  settings.truth.value = address.truth
  settings.screensaver.value = address.screensaver
  if (shownNames(address.show) !== shownNames(settings.show.value))
    settings.show.value = address.show
  settings.replay.value = address.replay
  settings.compared.view.value = address.view
  openEntry(settings, address.entry, address.options, address.solver)
  setCompared(settings.compared, address.compared)
}

/** What is shown, by the names of what is; undefined if one is not known. */
function showOf(text: string): Show | undefined {
  const names = text.split(',').filter(Boolean)
  const show: Record<keyof Show, boolean> = { ...initialShow }
  for (const name of showNames) show[name] = names.includes(name)
  return names.every((name) => Object.hasOwn(show, name)) ? show : undefined
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
