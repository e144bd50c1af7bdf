import { Signal } from '@preact/signals-core'
import type { Integrator, Method } from 'linkwork'
import { methods } from 'linkwork/tables'
import { formerNames } from './former-names.ts'
import { firstLesson, isTour, type Lesson, mostStops, topicNames, tourNames } from './lesson.ts'
import {
  initialOptions,
  inRange,
  type MechanismEntry,
  type OptionValues
} from './mechanisms/entry.ts'
import { type VariantName, variantNames } from './messages.ts'
import { type ModeName, modeNames } from './modes.ts'
import { type Codec, namesOf, numberFrom, oneOf, onOff, type Query, textNamed } from './query.ts'
import { onChange } from './signals.ts'
import type { Show } from './stage.ts'
import { remember, remembered } from './storage.ts'

export type Theme = 'dark' | 'light'
export type Motors = 'on' | 'off'
/** The backend of an ensemble: one worker, one worker per processor, or WebGPU. */
export type Backend = 'lanes' | 'workers' | 'gpu'
/** Two pictures side by side, or one over the other. */
export type ComparedView = 'split' | 'over'

export const themes: Codec<Theme> = oneOf(['dark', 'light'])
export const stepSizes: readonly number[] = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2]
/** One step size more, four times the default. */
export const comparedSteps: readonly number[] = [...stepSizes, 4e-3].sort((a, b) => a - b)
export const speeds: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1, 2, 4]

const initialShow: Show = {
  traces: true,
  ghosts: true,
  perturbedEnsemble: false,
  jointAxes: false,
  forces: false,
  cutaway: true,
  grid: true,
  shadows: true
}

export const shownNames: Codec<Show> = namesOf(initialShow, formerNames.shown)

/** Method, integrator and step size of a simulation. */
export interface SolverSettings {
  readonly method: Method
  readonly integrator: Integrator
  /** [s] */
  readonly step: number
}

/** The integrators of a method that can move a mechanism; none if the method cannot. */
export function integratorsFor({ needs = [] }: MechanismEntry, method: Method): Integrator[] {
  const { integrators = [] } = methods.find(({ name }) => name === method) ?? {}
  return integrators.filter((each) => needs.every((need) => each[need])).map(({ name }) => name)
}

/** The methods that can move a mechanism. */
const methodsFor = (entry: MechanismEntry): Method[] =>
  methods.map(({ name }) => name).filter((name) => integratorsFor(entry, name).length > 0)

/** The solver that a mechanism opens with, unless the user has chosen another one for it. */
export function firstSolverOf(entry: MechanismEntry): SolverSettings {
  const method = entry.firstMethod ?? methodsFor(entry)[0] ?? 'articulated-body'
  const integrator = integratorsFor(entry, method)[0] ?? 'rk4'
  return { method, integrator, step: entry.firstStep ?? 1e-3 }
}

/** The solver that it is compared with first: another method, or another integrator of the same one. */
export function firstComparedOf(entry: MechanismEntry): SolverSettings {
  const first = firstSolverOf(entry)
  const others = methods.flatMap(({ name: method }) =>
    integratorsFor(entry, method).map((integrator) => ({ method, integrator, step: first.step }))
  )
  const other = others.find(({ method }) => method !== first.method)
  return other ?? others.find(({ integrator }) => integrator !== first.integrator) ?? first
}

/** The values that the default of a setting depends on. */
interface Context {
  readonly entry: MechanismEntry
  readonly mode: ModeName
  readonly method: Method
}

/** One setting: its default, and how an address and the browser's storage hold it. */
interface Setting<Value> {
  initial(context: Context): Value
  /** Its parameters in an address. */
  readonly keys?: readonly string[]
  read?(query: Query, context: Context): Value | undefined
  write?(query: Query, value: Value, context: Context): void
  readonly stored?: { readonly key: string; readonly codec: Codec<Value> }
}
type Table = Readonly<Record<string, Setting<unknown>>>

/** A setting with one parameter. */
function parameter<Value>(
  key: string,
  initial: (context: Context) => Value,
  codec: (context: Context) => Codec<Value>
): Setting<Value> {
  return {
    initial,
    keys: [key],
    read: (query, context) => query.take(key, codec(context)),
    write(query, value, context) {
      const { format } = codec(context)
      query.put(key, format(value), format(initial(context)))
    }
  }
}

/** A parameter whose default is the same for every mechanism. */
const constant = <Value>(key: string, initial: Value, codec: Codec<Value>) =>
  parameter(
    key,
    () => initial,
    () => codec
  )

/** A setting that the browser keeps. */
const kept = <Value>(key: string, initial: Value, codec: Codec<Value>): Setting<Value> => ({
  initial: () => initial,
  stored: { key, codec }
})

function solverTable(
  prefix: string,
  firstOf: (entry: MechanismEntry) => SolverSettings,
  steps: readonly number[]
) {
  return {
    method: parameter<Method>(
      `${prefix}method`,
      ({ entry }) => firstOf(entry).method,
      ({ entry }) => oneOf(methodsFor(entry))
    ),
    integrator: parameter<Integrator>(
      `${prefix}integrator`,
      ({ entry, method }) => {
        const first = firstOf(entry)
        const [usual] = method === first.method ? [] : integratorsFor(entry, method)
        return usual ?? first.integrator
      },
      ({ entry, method }) => oneOf(integratorsFor(entry, method))
    ),
    /** [s] */
    step: parameter(
      `${prefix}step`,
      ({ entry }) => firstOf(entry).step,
      () => oneOf(steps)
    )
  }
}

/** The lesson of Understand. */
const lesson: Setting<Lesson> = {
  initial: () => firstLesson,
  keys: ['topic', 'tour', 'stop'],
  read(query) {
    const topic = query.take('topic', oneOf(topicNames))
    const name = query.take('tour', oneOf(tourNames)) ?? topic ?? firstLesson.name
    const stop = query.take('stop', numberFrom(1, mostStops)) ?? 1
    return { name, stop: isTour(name) ? Math.round(stop) : 1 }
  },
  write(query, { name, stop }, { mode }) {
    if (mode !== 'understand') return
    query.put(isTour(name) ? 'tour' : 'topic', name, firstLesson.name)
    query.put('stop', stop, 1)
  }
}

/** The values of the mechanism's sliders. */
const options: Setting<OptionValues> = {
  initial: ({ entry }) => initialOptions(entry),
  read(query, { entry }) {
    const values: Record<string, number> = { ...initialOptions(entry) }
    for (const slider of entry.sliders) {
      const value = query.take(keyOf(slider.option), numberFrom(slider.min, slider.max))
      if (value !== undefined) values[slider.option] = inRange(slider, value)
    }
    return values
  },
  write(query, values, { entry }) {
    const initial = initialOptions(entry)
    for (const [option, value] of Object.entries(values))
      query.put(keyOf(option), value, initial[option])
  }
}

/** All settings but the mechanism, in the order of an address. */
const table = {
  mode: constant<ModeName>('mode', 'watch', oneOf(modeNames)),
  lesson,
  options,
  ...solverTable('', firstSolverOf, stepSizes),
  /** Simulated seconds per second. */
  speed: constant('speed', 1, oneOf(speeds)),
  /** Whether the motors run, of mechanisms that have any. */
  motors: constant<Motors>('motors', 'on', oneOf(['on', 'off'])),
  backend: constant<Backend>('backend', 'workers', oneOf(['lanes', 'workers', 'gpu'])),
  show: constant<Show>('show', initialShow, shownNames),
  accuracy: constant('accuracy', false, onOff),
  /** Shows the stage alone, one mechanism after the other. */
  screensaver: constant('screensaver', false, onOff),
  playing: constant('playing', true, onOff),
  /** A motion to replay, packed as in an address; empty: none. Only shared addresses have one. */
  replay: { ...constant('replay', '', textNamed('a motion')), write: () => {} },
  theme: kept('linkwork-theme', 'dark', themes),
  /** False: keys that are single letters do nothing. */
  letterKeys: kept('linkwork-letter-keys', true, onOff),
  /** Ticks at impacts. */
  sound: { initial: () => false } as Setting<boolean>
}

/** The settings of the mechanism that is compared, in the order of an address. */
const comparedTable = {
  variant: constant<VariantName>('b.mechanism', 'same', oneOf(variantNames)),
  ...solverTable('b.', firstComparedOf, comparedSteps),
  view: constant<ComparedView>('view', 'split', oneOf(['split', 'over']))
}

/** Parameters of an address; a slider of such a name is written after a dot. */
const reserved = new Set([
  ...['mechanism', 'time', 'theme', 'camera', 'own'],
  ...[table, comparedTable].flatMap((each: Table) =>
    Object.values(each).flatMap(({ keys = [] }) => keys)
  )
])
const keyOf = (option: string) => (reserved.has(option) ? `.${option}` : option)

type Values<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never
}
type Signals<Table> = { readonly [Name in keyof Values<Table>]: Signal<Values<Table>[Name]> }

/** The solver as signals. A change of the method may change the integrator. */
export type SolverSignals = Signals<ReturnType<typeof solverTable>>

/** The second mechanism of a comparison, with its solver. */
export interface ComparedSettings extends SolverSettings {
  readonly variant: VariantName
}
export type Compared = Signals<typeof comparedTable>

/** Values of all settings. */
export interface SettingValues extends Values<typeof table> {
  readonly entry: MechanismEntry
  readonly compared: Values<typeof comparedTable>
}

/** All settings. `openEntry` changes the mechanism, with its options and its solver. */
export interface Settings extends Signals<typeof table> {
  readonly entry: Signal<MechanismEntry>
  readonly compared: Compared
}

/** Returns the values of a table: those of a query, and defaults. */
function valuesOf<Given extends Table>(
  given: Given,
  entry: MechanismEntry,
  query?: Query
): Values<Given> {
  const values: Record<string, unknown> = {}
  for (const [name, { read, initial }] of Object.entries(given)) {
    const context = { ...values, entry } as Context
    values[name] = (query && read?.(query, context)) ?? initial(context)
  }
  return values as Values<Given>
}

/** Settings from an address, for a mechanism. */
export const readSettings = (query: Query, entry: MechanismEntry): SettingValues => ({
  ...valuesOf(table, entry, query),
  entry,
  compared: valuesOf(comparedTable, entry, query)
})

/** Writes the settings that differ from their defaults. */
export function writeSettings(query: Query, { compared, ...settings }: Settings): void {
  const [entry, mode] = [settings.entry.value, settings.mode.value]
  const write = (given: Table, signals: Readonly<Record<string, { readonly value: unknown }>>) => {
    const context = { entry, mode, method: signals['method']?.value as Method }
    for (const [name, row] of Object.entries(given))
      row.write?.(query, signals[name]?.value, context)
  }
  write(table, settings)
  if (mode === 'compare') write(comparedTable, compared)
}

/** Reads the settings that the browser keeps; the function that is returned keeps them from then on. */
export function restoreSettings(settings: Settings): () => void {
  const rows = Object.entries(table as Table).flatMap(([name, { stored }]) =>
    stored ? [{ ...stored, signal: settings[name as keyof typeof table] as Signal<unknown> }] : []
  )
  for (const { signal, key, codec } of rows)
    signal.value = codec.parse(remembered(key) ?? '') ?? signal.value
  return () => {
    for (const { signal, key, codec } of rows)
      onChange(signal, (value) => remember(key, codec.format(value)))
  }
}

export function createSettings(entry: MechanismEntry): Settings {
  const signalsOf = <Given extends Table>(given: Given) => {
    const entries = Object.entries(valuesOf(given, entry))
    return Object.fromEntries(
      entries.map(([name, value]) => [name, new Signal(value)])
    ) as unknown as Signals<Given>
  }
  const present = new Signal(entry)
  const settings = { entry: present, ...signalsOf(table), compared: signalsOf(comparedTable) }
  settings.playing.value = false
  for (const { method, integrator } of [settings, settings.compared])
    onChange(method, () => {
      const names = integratorsFor(present.value, method.value)
      if (names[0] && !names.includes(integrator.value)) integrator.value = names[0]
    })
  return settings
}

export const solverOf = ({ method, integrator, step }: SolverSignals): SolverSettings => ({
  method: method.value,
  integrator: integrator.value,
  step: step.value
})

export function setCompared(compared: Compared, chosen: ComparedSettings): void {
  compared.variant.value = chosen.variant
  compared.method.value = chosen.method
  compared.integrator.value = chosen.integrator
  compared.step.value = chosen.step
}

/** Shows an entry; the options come last, because a change of them builds it. */
export function openEntry(
  settings: Settings,
  entry: MechanismEntry,
  options: OptionValues,
  { method, integrator, step }: SolverSettings
): void {
  settings.entry.value = entry
  settings.method.value = method
  settings.integrator.value = integrator
  settings.step.value = step
  setCompared(settings.compared, { ...firstComparedOf(entry), variant: 'same' })
  settings.options.value = { ...options }
}

/** The neighbor of a value in a ladder of values, or the value itself at the end. */
export function neighbor(ladder: readonly number[], value: number, direction: 1 | -1): number {
  const nearest = ladder.reduce((best, rung, index) => {
    const closer =
      Math.abs(Math.log(rung / value)) < Math.abs(Math.log((ladder[best] ?? 1) / value))
    return closer ? index : best
  }, 0)
  return ladder[nearest + direction] ?? value
}
