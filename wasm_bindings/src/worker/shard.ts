import { type ProxyMarked, transfer } from 'comlink'
import { load } from '../load.js'
import type { EnsembleArray } from '../types/awaited-ensemble.js'
import type { Ensemble, EnsembleOptions } from '../types/ensemble.js'
import type { MechanismSource } from '../types/linkwork.js'

/** The common properties of all copies. */
export interface Sizes
  extends Pick<Ensemble, 'width' | 'precision' | 'positionSize' | 'velocitySize'> {
  /** Numbers a copy. */
  readonly rows: Readonly<Record<EnsembleArray, number>>
}

/** In a worker: some of the copies. */
export class Shard {
  ensemble!: Ensemble & ProxyMarked // from `open` on

  async open(source: MechanismSource, options: EnsembleOptions): Promise<Sizes> {
    const ensemble = (await load()).ensemble(source, options)
    this.ensemble = ensemble as Ensemble & ProxyMarked
    const { width, precision, positionSize, velocitySize, count } = ensemble
    const rows = {
      q: positionSize,
      v: velocitySize,
      poses: ensemble.poses.length / count,
      torques: velocitySize,
      parameters: ensemble.parameters.length / count,
      kineticEnergies: 1,
      potentialEnergies: 1,
      work: 1,
      loopErrors: 1,
      couplingErrors: 1
    }
    return { width, precision, positionSize, velocitySize, rows }
  }

  /** Writes an array into shared memory, or sends it. */
  read(name: EnsembleArray, shared: Float64Array | undefined): Float64Array | undefined {
    return shareOrTransfer(this.ensemble[name], shared)
  }

  /** A rollout that is recorded. */
  record(
    controls: Float64Array,
    intervals: number,
    hold: number,
    shared: Float64Array | undefined
  ): Float64Array | undefined {
    const trajectory = this.ensemble.rollout(controls, intervals, { hold, record: true })
    return shareOrTransfer(trajectory as Float64Array, shared)
  }
}

function shareOrTransfer(
  values: Float64Array,
  shared: Float64Array | undefined
): Float64Array | undefined {
  shared?.set(values)
  if (shared) return undefined
  const copy = Float64Array.from(values)
  return transfer(copy, [copy.buffer])
}
