import type { Remote } from 'comlink'
import { described, finiteNumbers, optionsOf, wholeNumber } from '../checks.js'
import { MechanismError, SimulationError } from '../errors.js'
import { Slices, stepsOf } from '../slices.js'
import { Turns } from '../turns.js'
import type { EnsembleArray, StepOptions } from '../types/awaited-ensemble.js'
import type { CopyFailure, Ensemble, Precision } from '../types/ensemble.js'
import type { WorkerEnsemble } from '../types/worker-ensemble.js'
import type { RemoteShard } from './remote-shard.js'
import type { Shard, Sizes } from './shard.js'
import { SharedArrays } from './shared-arrays.js'

// Ends workers whose ensemble was not disposed of.
const finalizer = new FinalizationRegistry(disposeOf)

function disposeOf(shards: readonly RemoteShard[]): void {
  const why = 'this ensemble was disposed of; make a new one with workerEnsemble()'
  endAll(shards, new SimulationError(why))
}

/** One without the others is of no use. */
export function endAll(shards: readonly RemoteShard[], why: Error): void {
  for (const shard of shards) shard.end(why)
}

/** Shards with the interface of one ensemble. Checks arguments as `LiveEnsemble` does, then shares them out. */
export class SharedOutEnsemble implements WorkerEnsemble {
  readonly count: number
  readonly width: number
  readonly precision: Precision
  readonly positionSize: number
  readonly velocitySize: number
  readonly #shards: readonly RemoteShard[]
  readonly #rows: Sizes['rows']
  readonly #arrays = new SharedArrays()
  readonly #turns = new Turns()
  readonly #slices = new Slices()

  constructor(count: number, shards: readonly RemoteShard[], sizes: Sizes) {
    finalizer.register(this, shards, this)
    this.count = count
    this.width = sizes.width
    this.precision = sizes.precision
    this.positionSize = sizes.positionSize
    this.velocitySize = sizes.velocitySize
    this.#shards = shards
    this.#rows = sizes.rows
  }

  get workers(): number {
    return this.#shards.length
  }

  get isShared(): boolean {
    return this.#arrays.isShared
  }

  async step(count = 1, options?: StepOptions): Promise<void> {
    const steps = stepsOf(count, options)
    // Slices end together, so steps that end early leave all copies at the same moment.
    return this.#turns.take(() =>
      this.#slices.run(steps, (some) => this.#all((remote) => remote.ensemble.step(some)))
    )
  }

  async rollout(
    controls: ArrayLike<number>,
    intervals: number,
    options?: Parameters<Ensemble['rollout']>[2]
  ): Promise<Float64Array | undefined> {
    const { hold = 1, record = false } = optionsOf(options, ['hold', 'record'])
    const length = wholeNumber(intervals, 1, 'intervals')
    const steps = wholeNumber(hold, 0, 'hold')
    const size = this.count * length * this.velocitySize
    const given = finiteNumbers(controls, 'controls', size)
    return this.#turns.take(async () => {
      const sent = this.#outgoing('controls', given)
      if (record === true)
        return this.#gather(
          'trajectory',
          length * (this.positionSize + this.velocitySize),
          (remote, shard, place) => remote.record(sent(shard), length, steps, place)
        )
      await this.#all((remote, shard) =>
        remote.ensemble.rollout(sent(shard), length, { hold: steps })
      )
      return undefined
    })
  }

  async read(name: EnsembleArray): Promise<Float64Array> {
    const row = Object.hasOwn(this.#rows, name) ? this.#rows[name] : undefined
    if (row === undefined) {
      const names = Object.keys(this.#rows).join(', ')
      throw new MechanismError(`name: expected one of ${names}, found ${described(name)}`)
    }
    return this.#turns.take(() =>
      this.#gather(name, row, (remote, _, place) => remote.read(name, place))
    )
  }

  async time(copy: number): Promise<number> {
    const shard = this.#shardOf(copy)
    return this.#turns.take(() => shard.call((remote) => remote.ensemble.time(copy - shard.first)))
  }

  setTorques(torques: ArrayLike<number>): Promise<void> {
    return this.#hand('torques', torques, this.velocitySize, (remote, values) =>
      remote.ensemble.setTorques(values)
    )
  }

  setParameters(values: ArrayLike<number>): Promise<void> {
    return this.#hand('values', values, this.#rows.parameters, (remote, given) =>
      remote.ensemble.setParameters(given)
    )
  }

  async setState(copy: number, q: ArrayLike<number>, v: ArrayLike<number>): Promise<void> {
    const shard = this.#shardOf(copy)
    const positions = finiteNumbers(q, 'q', this.positionSize)
    const velocities = finiteNumbers(v, 'v', this.velocitySize)
    return this.#turns.take(() =>
      shard.call((remote) => remote.ensemble.setState(copy - shard.first, positions, velocities))
    )
  }

  async setStates(q: ArrayLike<number>, v: ArrayLike<number>): Promise<void> {
    const positions = finiteNumbers(q, 'q', this.count * this.positionSize)
    const velocities = finiteNumbers(v, 'v', this.count * this.velocitySize)
    await this.#turns.take(() => {
      const sentQ = this.#outgoing('new q', positions)
      const sentV = this.#outgoing('new v', velocities)
      return this.#all((remote, shard) => remote.ensemble.setStates(sentQ(shard), sentV(shard)))
    })
  }

  async scatter(options: Parameters<Ensemble['scatter']>[0]): Promise<void> {
    const { first = 0, ...how } = optionsOf(options, ['position', 'velocity', 'seed', 'first'])
    const start = wholeNumber(first, 0, 'first')
    await this.#turns.take(() =>
      this.#all((remote, shard) => remote.ensemble.scatter({ ...how, first: start + shard.first }))
    )
  }

  async reset(copy?: number): Promise<void> {
    if (copy === undefined) {
      await this.#turns.take(() => this.#all((remote) => remote.ensemble.reset()))
      return
    }
    const shard = this.#shardOf(copy)
    return this.#turns.take(() => shard.call((remote) => remote.ensemble.reset(copy - shard.first)))
  }

  async failures(): Promise<readonly CopyFailure[]> {
    const lists = await this.#turns.take(() =>
      this.#all(async (remote, { first }) => {
        const failures = await remote.ensemble.failures
        return failures.map((failure) => ({ ...failure, copy: first + failure.copy }))
      })
    )
    return lists.flat()
  }

  dispose(): void {
    finalizer.unregister(this)
    disposeOf(this.#shards)
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  /** Calls all shards, and waits for all: what they read and write is theirs until then. */
  async #all<Answer>(question: Question<Answer>): Promise<Answer[]> {
    const answers = await Promise.allSettled(
      this.#shards.map((shard) => shard.call((remote) => question(remote, shard)))
    )
    return answers.map((answer) => {
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    })
  }

  /** An array that shards write, each its rows. */
  async #gather(
    name: string,
    row: number,
    question: (
      remote: Remote<Shard>,
      shard: RemoteShard,
      place: Float64Array | undefined
    ) => Promise<Float64Array | undefined>
  ): Promise<Float64Array> {
    const whole = this.#arrays.at(name, this.count * row)
    await this.#all(async (remote, shard) => {
      const place = rowsOf(whole, shard, row)
      const sent = await question(remote, shard, this.#arrays.incoming(place))
      if (sent) place.set(sent)
    })
    return whole
  }

  /** Numbers that shards read, each its rows. */
  #outgoing(name: string, values: readonly number[]): (shard: RemoteShard) => Float64Array {
    const whole = this.#arrays.at(name, values.length)
    whole.set(values)
    return (shard) => this.#arrays.outgoing(rowsOf(whole, shard, values.length / this.count))
  }

  async #hand(
    name: string,
    values: ArrayLike<number>,
    row: number,
    take: (remote: Remote<Shard>, values: Float64Array) => Promise<void>
  ): Promise<void> {
    const given = finiteNumbers(values, name, this.count * row)
    await this.#turns.take(() => {
      const sent = this.#outgoing(name, given)
      return this.#all((remote, shard) => take(remote, sent(shard)))
    })
  }

  #shardOf(copy: number): RemoteShard {
    const place = wholeNumber(copy, 0, 'copy', this.count - 1)
    return this.#shards.find(({ next }) => place < next) as RemoteShard
  }
}

type Question<Answer> = (remote: Remote<Shard>, shard: RemoteShard) => Promise<Answer>

const rowsOf = (whole: Float64Array, { first, next }: RemoteShard, row: number): Float64Array =>
  whole.subarray(first * row, next * row)
