import type { Integrator, Method } from 'linkwork'
import { methods } from 'linkwork/tables'
import { initialOptions, type MechanismEntry, type OptionValues } from '../mechanisms/entry.ts'
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

/** The method that a mechanism starts with, where the present one cannot move it. */
function firstMethodOf(entry: MechanismEntry): Method {
  const able = methods.find(({ name }) => integratorsFor(entry, name).length > 0)
  return entry.firstMethod ?? able?.name ?? 'articulated-body'
}

export const speeds: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1, 2, 4]

/** Everything that the controls set. */
export interface Settings {
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

/** The step that a mechanism starts with [s]. */
export const firstStepOf = (entry: MechanismEntry): number => entry.firstStep ?? 1e-3

export function createSettings(entry: MechanismEntry): Settings {
  const present = new Signal(entry)
  const method = new Signal<Method>(firstMethodOf(entry))
  const integrator = new Signal<Integrator>(integratorsFor(entry, method.value)[0] ?? 'rk4')
  const fit = () => {
    const names = integratorsFor(present.value, method.value)
    if (names.length === 0) method.value = firstMethodOf(present.value)
    else if (names[0] && !names.includes(integrator.value)) integrator.value = names[0]
  }
  present.onChange(fit)
  method.onChange(fit)
  return {
    entry: present,
    options: new Signal(initialOptions(entry)),
    method,
    integrator,
    step: new Signal(firstStepOf(entry)),
    speed: new Signal(1),
    playing: new Signal(false),
    motors: new Signal<Motors>('on'),
    backend: new Signal<Backend>('workers'),
    theme: new Signal<Theme>('dark'),
    show: new Signal(initialShow),
    truth: new Signal(false),
    letterKeys: new Signal(true)
  }
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
