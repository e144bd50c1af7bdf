import { motionOf } from '../../model/mechanisms/entry.ts'
import { solverOf } from '../../model/settings.ts'
import type { ModeHost } from '../mode.ts'
import type { Task } from './program.ts'

/** Returns the present simulation of the page as the task of a program. */
export function presentTask({ run, settings }: ModeHost): Task | undefined {
  const { entry, options, motors } = settings
  const built = run.built.value
  if (!built) return undefined
  const solver = solverOf(settings)
  return {
    name: entry.value.id,
    source: entry.value.source(options.value),
    mechanism: built.mechanism,
    solver,
    steps: Math.round(run.measurements.time / solver.step),
    motors: motors.value === 'on' ? motionOf(entry.value, options.value) : null,
    framing: entry.value.framing(options.value, built)
  }
}
