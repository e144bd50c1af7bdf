import { createHash } from 'node:crypto'
import { described, optionsOf } from '../checks.js'
import { columnNames } from '../columns.js'
import { MechanismError } from '../errors.js'
import { positionSize, velocitySize } from '../joint-sizes.js'
import { suggestion } from '../suggestion.js'
import type { Linkwork } from '../types/linkwork.js'
import type { Joint } from '../types/mechanism.js'
import type { SimulationOptions } from '../types/simulation.js'
import { isSampled, type Law, readLaw } from './law.js'
import { sobolDimensions } from './sobol.js'
import type { Spec } from './spec.js'

/** A number that differs from run to run. */
export interface Varied {
  readonly kind: 'parameters' | 'q' | 'v' | 'torque'
  /** Of the parameter, or of the joint. */
  readonly name: string
  /** Its place in a row of its kind. */
  readonly place: number
  readonly column: string
  readonly law: Law
}

/** A checked spec, and what follows from it. Equal specs give equal results, bit for bit. */
export interface Sweep {
  readonly spec: Spec
  readonly version: string
  /** Of version and spec: which sweep a part belongs to. */
  readonly id: string
  readonly how: SimulationOptions
  readonly steps: number
  readonly varied: readonly Varied[]
  /** Torques where none are varied, a row of v. */
  readonly torques: readonly number[]
  /** Points of the product of all grids; every sample is run at each. */
  readonly points: number
  readonly runs: number
  readonly runsPerPart: number
  readonly parts: number
  /** Names of what a run gives, after its number and what is varied. */
  readonly outputs: readonly string[]
}

/** Checks a spec against its mechanism. */
export function openSweep(linkwork: Linkwork, spec: Spec): Sweep {
  const { mechanism, state, solver, variational, contact, step } = spec
  const how = { state, solver, variational, contact, step }
  using simulation = linkwork.simulate(mechanism, how)
  if (simulation.solver.integrator === 'adaptive')
    throw new MechanismError(
      'solver.integrator: adaptive steps end where they end; expected one whose steps add up to duration'
    )
  const { joints } = simulation.mechanism
  const varied = readVaried(spec, joints)
  for (const { kind, name } of varied) if (kind === 'parameters') simulation.parameters.get(name)
  const points = product(varied.map(({ law }) => (law.kind === 'grid' ? law.values.length : 1)))
  const runs = points * samplesOf(spec, varied)
  if (runs > mostRuns)
    throw new MechanismError(`samples: expected at most ${mostRuns} runs in all, found ${runs}`)
  const runsPerPart = spec.runsPerPart ?? Math.min(1000, 2 * Math.ceil(runs / 500)) // two lanes
  const parts = Math.ceil(runs / runsPerPart)
  if (parts > mostParts)
    throw new MechanismError(
      `runsPerPart: expected at most ${mostParts} parts, found ${parts} of ${runsPerPart} runs`
    )
  const { version } = linkwork
  return {
    spec,
    version,
    id: createHash('sha256')
      .update(`${version}\n${JSON.stringify(spec)}`)
      .digest('hex'),
    how,
    steps: stepsOf(spec),
    varied,
    torques: joints.flatMap((joint) => {
      const given = [state?.tau?.[joint.name] ?? []].flat()
      return Array.from({ length: velocitySize(joint) }, (_, i) => given[i] ?? 0)
    }),
    points,
    runs,
    runsPerPart,
    parts,
    outputs: [
      't',
      ...columnNames('q', joints, positionSize),
      ...columnNames('v', joints, velocitySize),
      'kinetic',
      'potential',
      'work',
      'loopError',
      'couplingError'
    ]
  }
}

const mostRuns = 2 ** 31 - 1
const mostParts = 1_000_000

function product(numbers: readonly number[]): number {
  return numbers.reduce((result, number) => result * number, 1)
}

function stepsOf({ duration, step }: Spec): number {
  const steps = Math.round(duration / step)
  if (steps >= 1 && steps <= mostRuns && Math.abs(duration - steps * step) <= 1e-9 * duration)
    return steps
  throw new MechanismError(
    `duration: expected a whole number of steps of ${step} s, found ${duration} s`
  )
}

function samplesOf({ samples, sampling }: Spec, varied: readonly Varied[]): number {
  const sampled = varied.filter(({ law }) => isSampled(law)).map(({ column }) => column)
  if (sampled.length === 0) {
    if (samples === undefined) return 1
    throw new MechanismError('samples: nothing in vary is uniform or normal; leave it out')
  }
  if (samples === undefined)
    throw new MechanismError(`samples: expected how many, as ${sampled[0]} is sampled`)
  if (sampling === 'sobol' && sampled.length > sobolDimensions)
    throw new MechanismError(
      `sampling: "sobol" takes up to ${sobolDimensions} sampled numbers, found ${sampled.length}`
    )
  return samples
}

function readVaried({ vary }: Spec, joints: readonly Joint[]): Varied[] {
  const { parameters, ...states } = optionsOf(vary, ['parameters', 'q', 'v', 'torque'], 'vary')
  const numbers = entries(parameters, 'vary.parameters').map(
    ([name, law], place): Varied => ({
      kind: 'parameters',
      name,
      place,
      column: `parameter.${name}`,
      law: readLaw(law, `vary.parameters.${name}`)
    })
  )
  const ofJoints = (['q', 'v', 'torque'] as const).flatMap((kind) =>
    entries(states[kind], `vary.${kind}`).flatMap(([name, laws]) =>
      variedOfJoint(kind, name, laws, joints)
    )
  )
  const all = [...numbers, ...ofJoints]
  if (all.length === 0)
    throw new MechanismError('vary: expected what differs from run to run, found nothing')
  return all
}

const columnLetters = { q: 'q0', v: 'v0', torque: 'torque' } as const

function variedOfJoint(
  kind: 'q' | 'v' | 'torque',
  name: string,
  given: unknown,
  joints: readonly Joint[]
): Varied[] {
  const path = `vary.${kind}.${name}`
  const size = kind === 'q' ? positionSize : velocitySize
  const index = joints.findIndex((joint) => joint.name === name)
  const joint = joints[index]
  if (joint === undefined) {
    const names = joints.map((each) => each.name)
    throw new MechanismError(
      `${path}: no joint is named ${described(name)}${suggestion(name, 'joints', names)}`
    )
  }
  const laws: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (laws.length !== size(joint))
    throw new MechanismError(
      `${path}: expected an array of ${size(joint)} laws, one a number, found ${laws.length}`
    )
  const before = joints.slice(0, index).reduce((sum, each) => sum + size(each), 0)
  const columns = columnNames(columnLetters[kind], [joint], size)
  return laws.map((law, i) => ({
    kind,
    name,
    place: before + i,
    column: columns[i] as string,
    law: readLaw(law, Array.isArray(given) ? `${path}[${i}]` : path)
  }))
}

function entries(
  given: Readonly<Record<string, unknown>> | undefined,
  path: string
): [string, unknown][] {
  return Object.entries(optionsOf(given, Object.keys(given ?? {}), path))
}
