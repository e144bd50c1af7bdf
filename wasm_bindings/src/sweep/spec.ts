import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { described, finiteNumber, optionsOf, seedNumber, wholeNumber } from '../checks.js'
import { MechanismError } from '../errors.js'
import type { MechanismSource } from '../types/linkwork.js'
import type { SimulationOptions, Solver } from '../types/simulation.js'
import type { State } from '../types/state.js'

/** A spec with the files that it names read into it, and defaults filled in. */
export interface Spec {
  readonly mechanism: Exclude<MechanismSource, string>
  readonly state?: State
  readonly solver?: Solver
  readonly variational?: NonNullable<SimulationOptions['variational']>
  readonly contact?: NonNullable<SimulationOptions['contact']>
  readonly energyTolerance?: NonNullable<SimulationOptions['energyTolerance']>
  readonly step: number
  readonly duration: number
  readonly seed: number
  readonly sampling: 'random' | 'sobol'
  readonly samples?: number
  readonly runsPerPart?: number
  readonly vary: {
    readonly parameters?: Readonly<Record<string, unknown>>
    readonly q?: Readonly<Record<string, unknown>>
    readonly v?: Readonly<Record<string, unknown>>
    readonly torque?: Readonly<Record<string, unknown>>
  }
}

interface SpecFile extends Spec {
  readonly $schema?: unknown
  readonly meta?: unknown
}

/** In the order of a spec. */
const keys = [
  'mechanism',
  'state',
  'solver',
  'variational',
  'contact',
  'energyTolerance',
  'step',
  'duration',
  'seed',
  'sampling',
  'samples',
  'runsPerPart',
  'vary'
] as const satisfies readonly (keyof Spec)[]

/** They are in memory together. */
const mostRunsPerPart = 100_000

/** The spec in a file. Names of files in it are seen from its folder. */
export async function readSpec(file: string): Promise<Spec> {
  const spec = optionsOf((await readJson(file)) as SpecFile, [...keys, '$schema', 'meta'], 'spec')
  const resolved = async (value: unknown) =>
    typeof value === 'string' ? await readJson(resolve(dirname(file), value)) : value
  const { step = 1e-3, seed = 0, sampling = 'random' } = spec
  const read = {
    ...spec,
    mechanism: await resolved(spec.mechanism),
    state: await resolved(spec.state),
    step: positive(step, 'step'),
    duration: positive(spec.duration, 'duration'),
    seed: seedNumber(seed),
    sampling
  }
  if (sampling !== 'random' && sampling !== 'sobol')
    throw new MechanismError(`sampling: expected "random" or "sobol", found ${described(sampling)}`)
  if (spec.samples !== undefined) wholeNumber(spec.samples, 1, 'samples')
  const { runsPerPart = 1 } = spec
  if (wholeNumber(runsPerPart, 1, 'runsPerPart') > mostRunsPerPart)
    throw new MechanismError(
      `runsPerPart: expected at most ${mostRunsPerPart}, found ${runsPerPart}`
    )
  // In one order for all files, without what is not given.
  return JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, read[key]])))) as Spec
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new MechanismError(`cannot read ${file}: ${error.message}`)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MechanismError(`${file}: not JSON: ${(error as Error).message}`)
  }
}

function positive(value: unknown, name: string): number {
  const number = finiteNumber(value, name)
  if (number > 0) return number
  throw new MechanismError(`${name}: expected more than 0 s, found ${number}`)
}
