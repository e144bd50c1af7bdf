import { type Linkwork, load, type Mechanism } from 'linkwork'
import { firstSolverOf } from '../settings.ts'
import { optionsFrom } from '../solver.ts'
import { initialOptions, type MechanismEntry } from './entry.ts'
import { mechanisms } from './index.ts'

/** A mechanism as it starts, laid out as the simulation lays it out. */
export interface Still {
  readonly mechanism: Mechanism
  readonly poses: readonly number[]
  readonly q: readonly number[]
}

/** How an entry starts where nothing is set. */
export function stillOf(linkwork: Linkwork, entry: MechanismEntry): Still {
  const simulation = linkwork.simulate(
    entry.source(initialOptions(entry)),
    optionsFrom(firstSolverOf(entry))
  )
  const { mechanism, poses, q } = simulation
  const still = { mechanism, poses: [...poses], q: [...q] }
  simulation.dispose()
  return still
}

/** The stills of the whole gallery, by id: for the build of the page. */
export async function computeStills(): Promise<Map<string, Still>> {
  const linkwork = await load()
  return new Map(mechanisms.map((entry) => [entry.id, stillOf(linkwork, entry)]))
}
