import { optionsOf, wholeNumber } from '../checks.js'
import { SimulationError } from '../errors.js'
import type { WorkerLinkwork, WorkerLinkworkOptions } from '../types/worker-linkwork.js'
import { type Mirror, RemoteDesk } from './remote-desk.js'

const mostWorkers = 128

/** The library in workers of their own. */
export async function workerLinkwork(options?: WorkerLinkworkOptions): Promise<WorkerLinkwork> {
  const { workers = 1, wasm } = optionsOf(options, ['workers', 'wasm'])
  const count = wholeNumber(workers, 1, 'workers', mostWorkers)
  const desks = Array.from({ length: count }, () => new RemoteDesk())
  const end = (why: Error) => {
    for (const desk of desks) desk.end(why)
  }
  try {
    const libraries = await Promise.all(desks.map((desk) => desk.open({ wasm })))
    return pooled(desks, libraries, end)
  } catch (error) {
    end(error as Error)
    throw error
  }
}

/** Libraries that are asked as one: each question goes to the idlest worker. */
function pooled(
  desks: readonly RemoteDesk[],
  libraries: readonly Mirror[],
  end: (why: Error) => void
): WorkerLinkwork {
  const idlest = (): Mirror => {
    const burdens = desks.map(({ burden }) => burden)
    return libraries[burdens.indexOf(Math.min(...burdens))] as Mirror
  }
  const dispose = () =>
    end(new SimulationError('these workers were disposed of; make new ones with workerLinkwork()'))
  const pool = { workers: desks.length, dispose, [Symbol.dispose]: dispose }
  for (const name of Object.getOwnPropertyNames(libraries[0]))
    if (!(name in pool))
      Object.defineProperty(pool, name, { get: () => idlest()[name], enumerable: true })
  return pool as unknown as WorkerLinkwork
}
