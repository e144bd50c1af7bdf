import { MechanismError } from '../errors.js'
import type { Ensemble } from '../types/ensemble.js'
import type { Linkwork } from '../types/linkwork.js'
import { valuesOf } from './samples.js'
import type { Sweep, Varied } from './sweep.js'

/** Results of runs in a row, a column a number. */
export interface Part {
  readonly run: Int32Array
  /** The varied numbers, then the outputs, which are NaN if a run could not begin. */
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

  // If values are refused, as a mass below zero is, halves go on alone, down to the runs that have
  // them: copies have the same bits in every batch.
  const compute = (from: number, to: number): void => {
    try {
      using copies = copiesOf(linkwork, sweep, values.slice(from, to))
      copies.step(sweep.steps)
      for (const [i, numbers] of outputsOf(copies).entries()) outputs[i]?.set(numbers, from)
      for (const { copy, message } of copies.failures) failures[from + copy] = message
    } catch (error) {
      if (!(error instanceof MechanismError)) throw error
      if (to - from === 1) {
        failures[from] = error.message
        return
      }
      const middle = (from + to) >>> 1
      compute(from, middle)
      compute(middle, to)
    }
  }
  compute(0, count)
  return {
    run: Int32Array.from(values, (_, i) => first + i),
    columns: [...varied, ...outputs],
    failures
  }
}

/** A copy for each row of values, where it begins. */
function copiesOf(linkwork: Linkwork, sweep: Sweep, values: readonly number[][]): Ensemble {
  const named = (kind: Varied['kind']) => sweep.varied.filter((each) => each.kind === kind)
  const vary = named('parameters').map(({ name }) => name)
  const count = values.length
  const copies = linkwork.ensemble(sweep.spec.mechanism, { ...sweep.how, count, vary })
  /** Rows of numbers of a kind, with what is varied put in. */
  const varying = (kind: Varied['kind'], rows: Float64Array) => {
    const size = rows.length / count
    const changed = rows.slice()
    for (const [column, { kind: its, place }] of sweep.varied.entries())
      if (its === kind)
        for (const [i, row] of values.entries()) changed[i * size + place] = row[column] as number
    return changed
  }
  try {
    if (vary.length > 0) copies.setParameters(varying('parameters', copies.parameters))
    if (named('q').length + named('v').length > 0)
      copies.setStates(varying('q', copies.q), varying('v', copies.v))
    if (named('torque').length > 0) {
      const torques = Float64Array.from(values.flatMap(() => sweep.torques))
      copies.setTorques(varying('torque', torques))
    }
  } catch (error) {
    copies.dispose()
    throw error
  }
  return copies
}

/** Columns, in the order of a sweep's `outputs`. */
function outputsOf(copies: Ensemble): Float64Array[] {
  const { count, positionSize, velocitySize } = copies
  const columns = (rows: Float64Array, size: number) =>
    Array.from({ length: size }, (_, place) =>
      Float64Array.from({ length: count }, (_, i) => rows[i * size + place] as number)
    )
  return [
    Float64Array.from({ length: count }, (_, i) => copies.time(i)),
    ...columns(copies.q, positionSize),
    ...columns(copies.v, velocitySize),
    copies.kineticEnergies.slice(),
    copies.potentialEnergies.slice(),
    copies.work.slice(),
    copies.loopErrors.slice(),
    copies.couplingErrors.slice()
  ]
}
