import {
  described,
  finiteNumber,
  finiteNumbers,
  optionsOf,
  reading,
  wholeNumber
} from './checks.js'
import { MechanismError } from './errors.js'
import type { Ensemble } from './types/ensemble.js'
import type {
  EnvironmentOptions,
  EnvironmentView,
  Outcome,
  VectorEnvironment
} from './types/environment.js'

/** Makes an environment of an ensemble, which stays the caller's to dispose of. */
export function vectorEnvironment(
  ensemble: Ensemble,
  options: EnvironmentOptions
): VectorEnvironment {
  return new EnsembleEnvironment(ensemble, options)
}

class EnsembleEnvironment implements VectorEnvironment {
  readonly count: number
  readonly observationSize: number
  readonly actionSize: number
  readonly #ensemble: Ensemble
  /** Places in rows. */
  readonly #shownQ: readonly number[]
  readonly #shownV: readonly number[]
  readonly #driven: readonly number[]
  readonly #hold: number
  readonly #horizon: number
  readonly #reward: EnvironmentOptions['reward']
  readonly #done: EnvironmentOptions['done']
  readonly #start: EnvironmentOptions['start']

  /** By copy: the episode, and actions taken in it. */
  readonly #episodes: Int32Array
  readonly #ages: Int32Array
  readonly #actions: Float64Array
  readonly #torques: Float64Array
  readonly #outcome: Outcome

  constructor(ensemble: Ensemble, options: EnvironmentOptions) {
    const { count, positionSize, velocitySize } = ensemble
    const known = ['observe', 'act', 'hold', 'reward', 'done', 'horizon', 'start'] as const
    const read = optionsOf(options, known)
    const { q, v } = optionsOf(read.observe, ['q', 'v'], 'observe')
    this.count = count
    this.#ensemble = ensemble
    this.#shownQ = places(q, 'observe.q', positionSize)
    this.#shownV = places(v, 'observe.v', velocitySize)
    this.#driven = places(read.act, 'act', velocitySize)
    this.#hold = wholeNumber(read.hold ?? 1, 1, 'hold')
    this.#horizon =
      read.horizon === undefined
        ? Number.POSITIVE_INFINITY
        : wholeNumber(read.horizon, 1, 'horizon')
    this.#reward = requireFunction(read.reward, 'reward')
    this.#done = read.done && requireFunction(read.done, 'done')
    this.#start = read.start && requireFunction(read.start, 'start')
    this.observationSize = this.#shownQ.length + this.#shownV.length
    this.actionSize = this.#driven.length
    this.#episodes = new Int32Array(count)
    this.#ages = new Int32Array(count)
    this.#actions = new Float64Array(count * this.actionSize)
    this.#torques = new Float64Array(count * velocitySize)
    this.#outcome = {
      observations: new Float64Array(count * this.observationSize),
      rewards: new Float64Array(count),
      terminated: new Uint8Array(count),
      truncated: new Uint8Array(count),
      finalObservations: new Float64Array(count * this.observationSize)
    }
  }

  reset(): Float64Array {
    this.#episodes.fill(0)
    for (let copy = 0; copy < this.count; copy++) this.#begin(copy)
    const { observations } = this.#outcome
    this.#observe(observations)
    return observations
  }

  step(actions: ArrayLike<number>): Outcome {
    const { observations, finalObservations, rewards, terminated, truncated } = this.#outcome
    this.#actions.set(finiteNumbers(actions, 'actions', this.#actions.length))
    this.#drive()
    this.#ensemble.step(this.#hold)
    this.#observe(finalObservations)
    const view = this.#view(finalObservations)
    rewards.fill(0)
    terminated.fill(0)
    this.#reward(view, rewards)
    this.#done?.(view, terminated)
    for (const [copy, reward] of rewards.entries()) finiteNumber(reward, `rewards[${copy}]`)
    for (const { copy } of this.#ensemble.failures) terminated[copy] = 1
    for (let copy = 0; copy < this.count; copy++) {
      const age = (this.#ages[copy] as number) + 1
      this.#ages[copy] = age
      truncated[copy] = Number(age >= this.#horizon)
      if (!terminated[copy] && !truncated[copy]) continue
      this.#episodes[copy] = (this.#episodes[copy] as number) + 1
      this.#begin(copy)
    }
    this.#observe(observations)
    return this.#outcome
  }

  /** Puts a copy at the start of its episode. */
  #begin(copy: number): void {
    this.#ages[copy] = 0
    this.#ensemble.reset(copy)
    if (!this.#start) return
    const { q, v, positionSize, velocitySize } = this.#ensemble
    const position = q.slice(copy * positionSize, (copy + 1) * positionSize)
    const velocity = v.slice(copy * velocitySize, (copy + 1) * velocitySize)
    this.#start(copy, this.#episodes[copy] as number, position, velocity)
    this.#ensemble.setState(copy, position, velocity)
  }

  /** Actions as forces on joints. */
  #drive(): void {
    const row = this.#ensemble.velocitySize
    for (let copy = 0; copy < this.count; copy++)
      for (const [i, place] of this.#driven.entries())
        this.#torques[copy * row + place] = this.#actions[copy * this.actionSize + i] as number
    this.#ensemble.setTorques(this.#torques)
  }

  #observe(into: Float64Array): void {
    const { q, v, positionSize, velocitySize } = this.#ensemble
    let at = 0
    for (let copy = 0; copy < this.count; copy++) {
      for (const place of this.#shownQ) into[at++] = q[copy * positionSize + place] as number
      for (const place of this.#shownV) into[at++] = v[copy * velocitySize + place] as number
    }
  }

  #view(observations: Float64Array): EnvironmentView {
    const { count, positionSize, velocitySize, q, v } = this.#ensemble
    return { count, positionSize, velocitySize, q, v, observations, actions: this.#actions }
  }
}

/** Places in a row, each once; all of them where none are given. */
function places(given: readonly number[] | undefined, name: string, size: number): number[] {
  if (given === undefined) return Array.from({ length: size }, (_, i) => i)
  if (!Array.isArray(given))
    throw new MechanismError(`${name}: expected an array of places, found ${described(given)}`)
  const list = reading(name, () =>
    Array.from(given, (place, i) => wholeNumber(place, 0, `${name}[${i}]`, size - 1))
  )
  const twice = list.find((place, i) => list.indexOf(place) !== i)
  if (twice === undefined) return list
  throw new MechanismError(`${name}: expected every place once, found ${twice} twice`)
}

function requireFunction<Callback>(value: Callback | undefined, name: string): Callback {
  if (typeof value === 'function') return value as Callback
  throw new MechanismError(`${name}: expected a function, found ${described(value)}`)
}
