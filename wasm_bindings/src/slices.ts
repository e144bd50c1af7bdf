import { described, optionsOf, tagOf, wholeNumber } from './checks.js'
import { MechanismError } from './errors.js'
import type { StepOptions } from './types/awaited-ensemble.js'

/** How long steps go on before they look up. */
const sliceMilliseconds = 20

/** Steps that are to be made, and who watches. */
export interface Steps extends StepOptions {
  readonly steps: number
}

export function stepsOf(count: unknown, options: StepOptions | undefined): Steps {
  const steps = wholeNumber(count, 0, 'count')
  const { onProgress, signal } = optionsOf(options, ['onProgress', 'signal'])
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new MechanismError(`onProgress: expected a function, found ${described(onProgress)}`)
  if (signal !== undefined && !isSignal(signal))
    throw new MechanismError(`signal: expected an AbortSignal, found ${described(signal)}`)
  return { steps, onProgress, signal }
}

/** Cuts steps that a caller watches into slices of about `sliceMilliseconds`. */
export class Slices {
  readonly #least: number
  #slice: number

  /** `least` steps go together however long they take. */
  constructor(least = 1) {
    this.#least = least
    this.#slice = least
  }

  async run(
    { steps, onProgress, signal }: Steps,
    step: (count: number) => Promise<unknown>
  ): Promise<void> {
    if (!onProgress && !signal) {
      await step(steps)
      return
    }
    for (let done = 0; done < steps; ) {
      signal?.throwIfAborted()
      const next = Math.min(this.#slice, steps - done)
      const start = performance.now()
      await step(next)
      const fitting = Math.floor((next * sliceMilliseconds) / (performance.now() - start))
      this.#slice = Math.max(this.#least, Math.min(2 * this.#slice, fitting))
      done += next
      onProgress?.(done / steps)
    }
  }
}

function isSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && tagOf(value) === 'AbortSignal'
}
