import { described, finiteNumber, finiteNumbers, optionsOf, wholeNumber } from '../checks.js'
import { MechanismError } from '../errors.js'

/** How one number differs from run to run. */
export type Law =
  | { readonly kind: 'grid'; readonly values: readonly number[] }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'fixed'; readonly value: number }

interface LawText {
  readonly grid?: unknown
  readonly uniform?: unknown
  readonly normal?: unknown
}

export function isSampled({ kind }: Law): boolean {
  return kind === 'uniform' || kind === 'normal'
}

/** A law as a spec has it: 0.5, or one of { grid }, { uniform: [from, to] }, { normal: [mean, deviation] }. */
export function readLaw(given: unknown, path: string): Law {
  if (typeof given === 'number') return { kind: 'fixed', value: finiteNumber(given, path) }
  const { grid, uniform, normal } = optionsOf(given as LawText, ['grid', 'uniform', 'normal'], path)
  const count = [grid, uniform, normal].filter((law) => law !== undefined).length
  if (count !== 1) {
    throw new MechanismError(
      `${path}: expected a number or one of grid, uniform and normal, found ${count} of them`
    )
  }
  if (grid !== undefined) return { kind: 'grid', values: gridValues(grid, `${path}.grid`) }
  if (uniform !== undefined) {
    const [from, to] = pair(uniform, `${path}.uniform`)
    if (from <= to) return { kind: 'uniform', from, to }
    throw new MechanismError(
      `${path}.uniform: expected the smaller number first, found ${from}, ${to}`
    )
  }
  const [mean, deviation] = pair(normal, `${path}.normal`)
  if (deviation >= 0) return { kind: 'normal', mean, deviation }
  throw new MechanismError(
    `${path}.normal[1]: expected a deviation of at least 0, found ${deviation}`
  )
}

const mostValues = 1_000_000

/** [0, 1, 5], or { from: 0, to: 1, count: 11 } with both ends. */
function gridValues(given: unknown, path: string): number[] {
  if (!Array.isArray(given)) {
    const spaced = given as { from: unknown; to: unknown; count: unknown }
    const read = optionsOf(spaced, ['from', 'to', 'count'], path)
    const from = finiteNumber(read.from, `${path}.from`)
    const to = finiteNumber(read.to, `${path}.to`)
    const count = wholeNumber(read.count, 2, `${path}.count`)
    if (count > mostValues)
      throw new MechanismError(`${path}.count: expected at most ${mostValues}, found ${count}`)
    return Array.from({ length: count }, (_, i) => {
      const share = i / (count - 1)
      return from * (1 - share) + to * share
    })
  }
  if (given.length === 0)
    throw new MechanismError(`${path}: expected one number or more, found ${described(given)}`)
  return finiteNumbers(given, path, 1, mostValues)
}

function pair(given: unknown, path: string): [number, number] {
  return finiteNumbers(given, path, 2) as [number, number]
}
