/** The states of the copies, as flat arrays with a row a copy; they are valid during a call. */
export interface EnvironmentView {
  readonly count: number
  readonly positionSize: number
  readonly velocitySize: number
  readonly q: Float64Array
  readonly v: Float64Array
  readonly observations: Float64Array
  /** The actions that led here. */
  readonly actions: Float64Array
}

/** Observations, actions and rewards of an environment. */
export interface EnvironmentOptions {
  /** Places in a row of `q` and of `v` that an observation holds, those of `q` first. Default: all. */
  readonly observe?:
    | {
        readonly q?: readonly number[] | undefined
        readonly v?: readonly number[] | undefined
      }
    | undefined
  /** Places in a row of `v` on which an action's numbers are forces. Default: all. */
  readonly act?: readonly number[] | undefined
  /** Steps of the ensemble for which an action stays. Default 1. */
  readonly hold?: number | undefined
  /** Writes a reward a copy, after every action. */
  readonly reward: (view: EnvironmentView, rewards: Float64Array) => void
  /** Writes 1 where a copy's episode is over. Default: none is. */
  readonly done?: ((view: EnvironmentView, done: Uint8Array) => void) | undefined
  /** Actions after which an episode is cut off. Default: none is. */
  readonly horizon?: number | undefined
  /**
   * Writes where a copy starts its next episode, counted from 0, into rows that hold the ensemble's
   * start. Default: there.
   */
  readonly start?:
    | ((copy: number, episode: number, q: Float64Array, v: Float64Array) => void)
    | undefined
}

/** The result of an action, a row or a number a copy; it changes with the next. */
export interface Outcome {
  /** Of the next episode's start where one has ended. */
  readonly observations: Float64Array
  readonly rewards: Float64Array
  /** 1 where `done` said so, or the copy could not go on. */
  readonly terminated: Uint8Array
  /** 1 where the horizon was reached. */
  readonly truncated: Uint8Array
  /** Observations before copies that have ended were put back. */
  readonly finalObservations: Float64Array
}

/** An ensemble as learners want it: actions in, observations and rewards out, episodes that restart. */
export interface VectorEnvironment {
  readonly count: number
  /** Numbers of an observation, and of an action, a copy. */
  readonly observationSize: number
  readonly actionSize: number
  /** All copies at the start of episode 0; their observations. */
  reset(): Float64Array
  /** count × actionSize numbers, held for `hold` steps. Copies whose episodes end start the next. */
  step(actions: ArrayLike<number>): Outcome
}
