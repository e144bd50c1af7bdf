import type { Integrator, Method } from 'linkwork'
import { methods } from 'linkwork/tables'
import { initialOptions, type MechanismEntry, type OptionValues } from '../mechanisms/entry.ts'
import type { ModeName } from '../modes/mode.ts'
import type { Show } from '../stage-contract.ts'
import { Signal } from './signal.ts'

export type Theme = 'dark' | 'light'
export type Motors = 'on' | 'off'
/** What moves the copies of a field: one worker, as many as there are processors, or WebGPU. */
export type Backend = 'lanes' | 'workers' | 'gpu'

export const stepSizes: readonly number[] = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2]

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

export const speeds: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1, 2, 4]

/** Everything that the controls set. */
export interface Settings {
  readonly mode: Signal<ModeName>
  /** Changed by `openEntry`, which brings options and solver along. */
  readonly entry: Signal<MechanismEntry>
  readonly options: Signal<OptionValues>
  readonly method: Signal<Method>
  readonly integrator: Signal<Integrator>
  /** Seconds. */
  readonly step: Signal<number>
  /** Simulated seconds per second. */
  readonly speed: Signal<number>
  readonly playing: Signal<boolean>
  /** Whether the motors run, of mechanisms that have any. */
  readonly motors: Signal<Motors>
  readonly backend: Signal<Backend>
  readonly theme: Signal<Theme>
  readonly show: Signal<Show>
  readonly truth: Signal<boolean>
  /** A motion that is to be done again, packed as in an address; empty: none. */
  readonly replay: Signal<string>
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
  const first = firstSolverOf(entry)
  const present = new Signal(entry)
  const method = new Signal<Method>(first.method)
  const integrator = new Signal<Integrator>(first.integrator)
  method.onChange(() => {
    const names = integratorsFor(present.value, method.value)
    if (names[0] && !names.includes(integrator.value)) integrator.value = names[0]
  })
  return {
    mode: new Signal<ModeName>('watch'),
    entry: present,
    options: new Signal(initialOptions(entry)),
    method,
    integrator,
    step: new Signal(first.step),
    speed: new Signal(1),
    playing: new Signal(false),
    motors: new Signal<Motors>('on'),
    backend: new Signal<Backend>('workers'),
    theme: new Signal<Theme>('dark'),
    show: new Signal(initialShow),
    truth: new Signal(false),
    replay: new Signal(''),
    letterKeys: new Signal(true)
  }
}

export const solverOf = ({ method, integrator, step }: Settings): SolverSettings => ({
  method: method.value,
  integrator: integrator.value,
  step: step.value
})

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
