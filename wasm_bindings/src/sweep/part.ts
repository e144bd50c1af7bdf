import { MechanismError } from '../errors.js'
import type { Linkwork } from '../types/linkwork.js'
import { valuesOf } from './samples.js'
import type { Sweep, Varied } from './sweep.js'

/** Results of runs in a row, a column a number. */
export interface Part {
  readonly run: Int32Array
  /** What is varied, then the outputs, which are NaN where a run could not begin. */
  readonly columns: readonly Float64Array[]
  /** Why runs did not reach their end; null where they did. */
  readonly failures: (string | null)[]
}

/** Computes one part of a sweep. */
export function computePart(linkwork: Linkwork, sweep: Sweep, index: number): Part {
  const first = index * sweep.runsPerPart
  const count = Math.min(sweep.runsPerPart, sweep.runs - first)
  const values = Array.from({ length: count }, (_, i) => valuesOf(sweep, first + i))
  const varied = sweep.varied.map((_, column) =>
    Float64Array.from(values, (row) => row[column] as number)
  )
  const outputs = sweep.outputs.map(() => new Float64Array(count).fill(Number.NaN))
  const failures = new Array<string | null>(count).fill(null)
  compute(linkwork, sweep, values, 0, count, { outputs, failures })
  return {
    run: Int32Array.from(values, (_, i) => first + i),
    columns: [...varied, ...outputs],
    failures
  }
}

interface Results {
  readonly outputs: readonly Float64Array[]
  readonly failures: (string | null)[]
}

/**
 * Runs from..to of a part. If values are refused, as a mass below zero is, halves go on alone, down
 * to the runs that have them: copies have the same bits whatever moves beside them.
 */
function compute(
  linkwork: Linkwork,
  sweep: Sweep,
  values: readonly (readonly number[])[],
  from: number,
  to: number,
  results: Results
): void {
  try {
    computeTogether(linkwork, sweep, values, from, to, results)
  } catch (error) {
    if (!(error instanceof MechanismError)) throw error
    if (to - from === 1) {
      results.failures[from] = error.message
      return
    }
    const middle = (from + to) >>> 1
    compute(linkwork, sweep, values, from, middle, results)
    compute(linkwork, sweep, values, middle, to, results)
  }
}

function computeTogether(
  linkwork: Linkwork,
  sweep: Sweep,
  values: readonly (readonly number[])[],
  from: number,
  to: number,
  { outputs, failures }: Results
): void {
  const count = to - from
  const vary = sweep.varied.filter(({ kind }) => kind === 'parameters').map(({ name }) => name)
  using copies = linkwork.ensemble(sweep.spec.mechanism, { ...sweep.how, count, vary })
  const { positionSize, velocitySize } = copies
  /** Rows as they are, with what is varied put in. */
  const varying = (kind: Varied['kind'], size: number, rows: ArrayLike<number>) => {
    const changed = Float64Array.from(rows)
    for (const [column, { kind: its, place }] of sweep.varied.entries()) {
      if (its !== kind) continue
      for (let i = 0; i < count; i++)
        changed[i * size + place] = values[from + i]?.[column] as number
    }
    return changed
  }
  const isVaried = (kind: Varied['kind']) => sweep.varied.some((each) => each.kind === kind)

  if (vary.length > 0) copies.setParameters(varying('parameters', vary.length, copies.parameters))
  if (isVaried('q') || isVaried('v'))
    copies.setStates(varying('q', positionSize, copies.q), varying('v', velocitySize, copies.v))
  if (isVaried('torque')) {
    const { torques } = sweep
    const rows = Array.from({ length: count * velocitySize }, (_, i) => torques[i % velocitySize])
    copies.setTorques(varying('torque', velocitySize, rows as number[]))
  }
  copies.step(sweep.steps)

  // As columns, in the order of `outputs`.
  const column = (rows: Float64Array, size: number, place: number) =>
    Float64Array.from({ length: count }, (_, i) => rows[i * size + place] as number)
  const columns = (rows: Float64Array, size: number) =>
    Array.from({ length: size }, (_, place) => column(rows, size, place))
  const found = [
    Float64Array.from({ length: count }, (_, i) => copies.time(i)),
    ...columns(copies.q, positionSize),
    ...columns(copies.v, velocitySize),
    copies.kineticEnergies.slice(),
    copies.potentialEnergies.slice(),
    copies.work.slice(),
    copies.loopErrors.slice(),
    copies.couplingErrors.slice()
  ]
  for (const [i, output] of outputs.entries()) output.set(found[i] as Float64Array, from)
  for (const { copy, message } of copies.failures) failures[from + copy] = message
}
