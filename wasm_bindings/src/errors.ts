/**
 * Something is wrong with what the user gave. The message names the place, what was found, what
 * was expected and the valid names.
 */
export class MechanismError extends Error {
  override readonly name = 'MechanismError'
}

/** A computation could not go on. The state is the last good one, and the object stays usable. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError'
  /** Time of the last good state [s]; undefined where no simulation was running. */
  readonly time: number | undefined

  constructor(message: string, time?: number) {
    super(message)
    this.time = time
  }
}

/** The WebAssembly could not be loaded, or is needed and was not. `load` may be called again. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}

/** The error of a failed call, by its name in C++. */
export function createError(name: string, message: string, time: number): Error {
  if (name === 'MechanismError') return new MechanismError(message)
  if (name === 'SimulationError') {
    return new SimulationError(message, Number.isNaN(time) ? undefined : time)
  }
  return new Error(message)
}
