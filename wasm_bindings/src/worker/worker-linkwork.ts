import { optionsOf, wholeNumber } from '../checks.js'
import { SimulationError } from '../errors.js'
import type { WorkerLinkwork, WorkerLinkworkOptions } from '../types/worker-linkwork.js'
import { type Mirror, RemoteObjects } from './remote-objects.js'

const mostWorkers = 128

/** The library in workers of their own. */
export async function workerLinkwork(options?: WorkerLinkworkOptions): Promise<WorkerLinkwork> {
  const { workers = 1, wasm } = optionsOf(options, ['workers', 'wasm'])
  const count = wholeNumber(workers, 1, 'workers', mostWorkers)
  const remotes = Array.from({ length: count }, () => new RemoteObjects())
  const end = (why: Error) => {
    for (const remote of remotes) remote.end(why)
  }
  try {
    const libraries = await Promise.all(remotes.map((remote) => remote.open({ wasm })))
    return pooled(remotes, libraries, end)
  } catch (error) {
    end(error as Error)
    throw error
  }
}

/** Libraries with the interface of one: each call goes to the idlest worker. */
function pooled(
  remotes: readonly RemoteObjects[],
  libraries: readonly Mirror[],
  end: (why: Error) => void
): WorkerLinkwork {
  const idlest = (): Mirror => {
    const burdens = remotes.map(({ burden }) => burden)
    return libraries[burdens.indexOf(Math.min(...burdens))] as Mirror
  }
  const dispose = () =>
    end(new SimulationError('these workers were disposed of; make new ones with workerLinkwork()'))
  const pool = { workers: remotes.length, dispose, [Symbol.dispose]: dispose }
  for (const name of Object.getOwnPropertyNames(libraries[0]))
    if (!(name in pool))
      Object.defineProperty(pool, name, { get: () => idlest()[name], enumerable: true })
  return pool as unknown as WorkerLinkwork
}
