import { processors } from '#start-worker'
import { optionsOf, wholeNumber } from '../checks.js'
import { plain } from '../plain.js'
import { simulationOptions } from '../simulation-source.js'
import type { EnsembleOptions } from '../types/ensemble.js'
import type { MechanismSource } from '../types/linkwork.js'
import type { WorkerEnsemble, WorkerEnsembleOptions } from '../types/worker-ensemble.js'
import { RemoteShard } from './remote-shard.js'
import type { Sizes } from './shard.js'
import { endAll, SharedOutEnsemble } from './shared-out-ensemble.js'

const mostWorkers = 128

/** An ensemble whose copies are shared out to workers of their own. */
export async function workerEnsemble(
  source: MechanismSource,
  options: WorkerEnsembleOptions
): Promise<WorkerEnsemble> {
  const known = [...simulationOptions, 'count', 'vary', 'precision', 'workers'] as const
  const { count, workers = processors(), ...how } = optionsOf(options, known)
  const copies = wholeNumber(count, 1, 'count')
  const number = Math.min(copies, wholeNumber(workers, 1, 'workers', mostWorkers))
  const mechanism = plain(source, 'mechanism') as MechanismSource
  const alike = plain(how, 'options') as Omit<EnsembleOptions, 'count'>
  const start = (shard: number) => Math.floor((shard * copies) / number)
  const shards = Array.from(
    { length: number },
    (_, i) => new RemoteShard(start(i), start(i + 1), (why) => endAll(shards, why))
  )
  try {
    const sizes = await Promise.all(
      shards.map((shard) =>
        shard.call((remote) => remote.open(mechanism, { ...alike, count: shard.count }))
      )
    )
    return new SharedOutEnsemble(copies, shards, sizes[0] as Sizes)
  } catch (error) {
    endAll(shards, error as Error)
    throw error
  }
}
