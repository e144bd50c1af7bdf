import { cartPendulum } from '../../model/mechanisms/cart-pendulum.ts'
import { initialOptions, type MechanismEntry } from '../../model/mechanisms/entry.ts'
import { fourBar } from '../../model/mechanisms/four-bar.ts'
import { gearedLeg } from '../../model/mechanisms/geared-leg.ts'
import {
  type ComparedSettings,
  type ComparedView,
  type SolverSettings,
  setCompared
} from '../../model/settings.ts'
import type { ModeHost } from '../mode.ts'

/** A comparison with its claim. */
export interface Preset {
  readonly id: string
  readonly claim: string
  readonly entry: MechanismEntry
  readonly first: SolverSettings
  readonly second: ComparedSettings
  readonly view: ComparedView
  readonly speed: number
}

const usual = { method: 'articulated-body', integrator: 'rk4', step: 1e-3 } as const

export const presets: readonly Preset[] = [
  {
    id: 'euler',
    claim: 'Euler’s swing decays and the cart drifts; a variational step keeps the energy.',
    entry: cartPendulum,
    first: { method: 'articulated-body', integrator: 'semi-implicit-euler', step: 1e-2 },
    second: { variant: 'same', method: 'variational', integrator: 'second-order', step: 1e-2 },
    view: 'split',
    speed: 2
  },
  {
    id: 'step',
    claim: 'A 4× longer step gives RK4 about 1000× the energy error: 1 ms and 4 ms.',
    entry: cartPendulum,
    first: usual,
    second: { variant: 'same', ...usual, step: 4e-3 },
    view: 'over',
    speed: 1
  },
  {
    id: 'rotors',
    claim: 'Adding N² I at the joint is only an approximation: the legs diverge.',
    entry: gearedLeg,
    first: usual,
    second: { variant: 'reflected', ...usual },
    view: 'over',
    speed: 1
  },
  {
    id: 'rotorless',
    claim: 'With locked rotors, the leg has less inertia and swings faster.',
    entry: gearedLeg,
    first: usual,
    second: { variant: 'rotorless', ...usual },
    view: 'split',
    speed: 1
  },
  {
    id: 'soft',
    claim: 'A loop held by springs opens by millimeters; the exact loop stays closed.',
    entry: fourBar,
    first: usual,
    second: { variant: 'soft', ...usual },
    view: 'split',
    speed: 1
  },
  {
    id: 'methods',
    claim: 'Two independent methods, articulated bodies and multipliers, give the same motion.',
    entry: gearedLeg,
    first: usual,
    second: { variant: 'same', ...usual, method: 'multipliers' },
    view: 'over',
    speed: 1
  }
]

/** Shows a comparison from the start of its mechanism as the page opens it. */
export function showPreset({ settings, run }: ModeHost, preset: Preset): void {
  const { entry, first, second, view, speed } = preset
  const options = initialOptions(entry)
  if (settings.entry.value !== entry) run.choose(entry)
  else if (Object.keys(options).some((name) => options[name] !== settings.options.value[name]))
    settings.options.value = options
  settings.method.value = first.method
  settings.integrator.value = first.integrator
  settings.step.value = first.step
  setCompared(settings.compared, second)
  settings.compared.view.value = view
  settings.speed.value = speed
  run.reset()
  settings.playing.value = true
}
