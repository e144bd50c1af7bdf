import type { Integrator, Method } from 'linkwork'
import { methods } from 'linkwork/tables'
import { firstLesson, type Lesson } from './lesson.ts'
import { initialOptions, type MechanismEntry, type OptionValues } from './mechanisms/entry.ts'
import type { VariantName } from './messages.ts'
import type { ModeName } from './modes.ts'
import { Signal } from './signal.ts'
import type { Show } from './stage.ts'

export type Theme = 'dark' | 'light'
export type Motors = 'on' | 'off'
/** What moves the copies of a field: one worker, as many as there are processors, or WebGPU. */
export type Backend = 'lanes' | 'workers' | 'gpu'

export const stepSizes: readonly number[] = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2]
/** With one more, four of the usual steps long. */
export const comparedSteps: readonly number[] = [...stepSizes, 4e-3].sort((a, b) => a - b)

/** The integrators of a method that can move a mechanism; none if the method cannot. */
export function integratorsFor({ needs = [] }: MechanismEntry, method: Method): Integrator[] {
  const { integrators = [] } = methods.find(({ name }) => name === method) ?? {}
  return integrators.filter((each) => needs.every((need) => each[need])).map(({ name }) => name)
}

/** What computes a motion. */
export interface SolverSettings {
  readonly method: Method
  readonly integrator: Integrator
  /** Seconds. */
  readonly step: number
}

/** What a mechanism opens with, unless a visitor has chosen for it. */
export function firstSolverOf(entry: MechanismEntry): SolverSettings {
  const able = methods.find(({ name }) => integratorsFor(entry, name).length > 0)
  const method = entry.firstMethod ?? able?.name ?? 'articulated-body'
  const integrator = integratorsFor(entry, method)[0] ?? 'rk4'
  return { method, integrator, step: entry.firstStep ?? 1e-3 }
}

/** What stands beside it at first: another method, or by the same one another integrator. */
export function firstComparedOf(entry: MechanismEntry): SolverSettings {
  const first = firstSolverOf(entry)
  const others = methods.flatMap(({ name: method }) =>
    integratorsFor(entry, method).map((integrator) => ({ method, integrator, step: first.step }))
  )
  const other = others.find(({ method }) => method !== first.method)
  return other ?? others.find(({ integrator }) => integrator !== first.integrator) ?? first
}

export const speeds: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1, 2, 4]

/** What computes a motion, as controls set it; another method brings its first integrator along. */
export interface SolverSignals {
  readonly method: Signal<Method>
  readonly integrator: Signal<Integrator>
  /** Seconds. */
  readonly step: Signal<number>
}

/** What moves beside the mechanism. */
export interface ComparedSettings extends SolverSettings {
  readonly variant: VariantName
}

/** One picture beside the other, or over it. */
export type ComparedView = 'split' | 'over'

/** What moves beside the mechanism where two are compared. */
export interface Compared extends SolverSignals {
  readonly variant: Signal<VariantName>
  readonly view: Signal<ComparedView>
}

/** Everything that the controls set. */
export interface Settings extends SolverSignals {
  readonly mode: Signal<ModeName>
  /** What Understand shows. */
  readonly lesson: Signal<Lesson>
  /** Changed by `openEntry`, which brings options and solver along. */
  readonly entry: Signal<MechanismEntry>
  readonly options: Signal<OptionValues>
  /** Simulated seconds per second. */
  readonly speed: Signal<number>
  readonly playing: Signal<boolean>
  /** Whether the motors run, of mechanisms that have any. */
  readonly motors: Signal<Motors>
  readonly backend: Signal<Backend>
  readonly theme: Signal<Theme>
  readonly show: Signal<Show>
  readonly truth: Signal<boolean>
  /** Ticks where things hit. */
  readonly sound: Signal<boolean>
  /** The stage alone, one mechanism after the other. */
  readonly screensaver: Signal<boolean>
  /** A motion that is to be done again, packed as in an address; empty: none. */
  readonly replay: Signal<string>
  readonly compared: Compared
  /** False: the keys that are single letters are off. */
  readonly letterKeys: Signal<boolean>
}

export const initialShow: Show = {
  traces: true,
  ghosts: true,
  fan: false,
  jointAxes: false,
  forces: false,
  cutaway: true,
  grid: true,
  shadows: true
}

export function createSettings(entry: MechanismEntry): Settings {
  const present = new Signal(entry)
  return {
    mode: new Signal<ModeName>('watch'),
    lesson: new Signal(firstLesson),
    entry: present,
    options: new Signal(initialOptions(entry)),
    ...solverSignals(present, firstSolverOf(entry)),
    speed: new Signal(1),
    playing: new Signal(false),
    motors: new Signal<Motors>('on'),
    backend: new Signal<Backend>('workers'),
    theme: new Signal<Theme>('dark'),
    show: new Signal(initialShow),
    truth: new Signal(false),
    sound: new Signal(false),
    screensaver: new Signal(false),
    replay: new Signal(''),
    compared: {
      ...solverSignals(present, firstComparedOf(entry)),
      variant: new Signal<VariantName>('same'),
      view: new Signal<ComparedView>('split')
    },
    letterKeys: new Signal(true)
  }
}

function solverSignals(entry: Signal<MechanismEntry>, first: SolverSettings): SolverSignals {
  const method = new Signal(first.method)
  const integrator = new Signal(first.integrator)
  method.onChange(() => {
    const names = integratorsFor(entry.value, method.value)
    if (names[0] && !names.includes(integrator.value)) integrator.value = names[0]
  })
  return { method, integrator, step: new Signal(first.step) }
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

/** Shows an entry; the options come last, for a change of them builds it. */
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

/** The neighbour of a value in a ladder of values, or the value itself at the end. */
export function neighbour(ladder: readonly number[], value: number, direction: 1 | -1): number {
  const nearest = ladder.reduce((best, rung, index) => {
    const closer =
      Math.abs(Math.log(rung / value)) < Math.abs(Math.log((ladder[best] ?? 1) / value))
    return closer ? index : best
  }, 0)
  return ladder[nearest + direction] ?? value
}
