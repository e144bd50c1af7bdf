import { described, finiteNumbers, reading } from '../checks.js'
import { MechanismError, SimulationError } from '../errors.js'
import {
  diagonal,
  identity,
  largest,
  type Matrix,
  product,
  scaled,
  solve,
  sum,
  transposed
} from './matrices.js'

/** Doublings at most: they look 2⁴⁰ steps ahead. */
const most = 40

/** By what the Riccati equation may be off, a part of √(Q_ii Q_jj). */
const tolerance = 1e-3

/** Of `dlqr`. */
export interface DlqrResult {
  /** K: a row for each input, a column for each state. */
  readonly gains: number[][]
  /** P: the cost from x on is xᵀ P x. */
  readonly costToGo: number[][]
}

/**
 * Computes the discrete-time linear-quadratic regulator: the feedback u = −K x that minimizes
 *
 *     Σ (xᵀ Q x + uᵀ R u)        x⁺ = A x + B u
 *
 * P solves the Riccati equation P = Q + Aᵀ P (1 + G P)⁻¹ A with G = B R⁻¹ Bᵀ, and
 * K = (R + Bᵀ P B)⁻¹ Bᵀ P A. The result is checked: A − B K is stable, and P
 * solves the equation to 1e-3 of Q.
 *
 * @param A n × n, as an array of rows
 * @param B n × m
 * @param Q the diagonal of Q, n numbers > 0
 * @param R the diagonal of R, m numbers > 0
 * @throws SimulationError if no feedback of these inputs brings the system to rest, or if the numbers are too
 * ill-conditioned
 *
 * O(n³) a pass, at most 40 passes. Source: structured doubling, Chu et al. (2004).
 */
export function dlqr(A: Matrix, B: Matrix, Q: ArrayLike<number>, R: ArrayLike<number>): DlqrResult {
  lengthOf(A, 'A')
  const states = lengthOf(Q, 'Q')
  const q = weightsIn(Q, 'Q', states)
  const r = weightsIn(R, 'R', lengthOf(R, 'R'))
  const a = matrixIn(A, 'A', states, states)
  const b = matrixIn(B, 'B', states, r.length)
  const P = riccatiSolution(a, b, q, r)
  const BP = product(transposed(b), P)
  const gains = solve(sum(diagonal(r), product(BP, b)), product(BP, a))
  const closed = sum(a, scaled(product(b, gains), -1))
  if (!(logarithmOfSpectralRadius(closed) < -1e-14 * states)) throw unstable()
  const kept = product(transposed(gains), product(diagonal(r), gains))
  const again = sum(sum(diagonal(q), kept), product(transposed(closed), product(P, closed)))
  if (!isSmall(sum(again, scaled(P, -1)), diagonal(q), tolerance))
    throw new SimulationError(
      'dlqr: the Riccati equation is too ill-conditioned. Bring Q and R closer to each other, or add inputs that reach every unstable mode.'
    )
  return { gains, costToGo: P }
}

const unstable = () =>
  new SimulationError(
    'dlqr: found no feedback of these inputs that brings the system to rest. Add inputs that reach every unstable mode.'
  )

function riccatiSolution(A: Matrix, B: Matrix, Q: number[], R: number[]): number[][] {
  const perWeight = B.map((row) => row.map((entry, j) => entry / (R[j] ?? 1)))
  let F: Matrix = A // over 2ᵏ steps
  let G = product(perWeight, transposed(B))
  let P = diagonal(Q)
  for (let pass = 0; pass < most; pass++) {
    const W = sum(identity(A.length), product(G, P))
    const ahead = solve(W, F)
    const further = product(transposed(F), product(P, ahead))
    G = sum(G, product(F, product(solve(W, G), transposed(F))))
    P = sum(P, further)
    F = product(F, ahead)
    if (!Number.isFinite(largest(P))) break
    if (isSmall(further, P, Number.EPSILON)) return P
  }
  throw unstable()
}

/** Whether all entries are at most a part of √(P_ii P_jj): in any units of the states. */
function isSmall(M: Matrix, P: Matrix, part: number): boolean {
  const size = P.map((row, i) => Math.sqrt(row[i] ?? 0))
  return M.every((row, i) =>
    row.every((entry, j) => Math.abs(entry) <= part * (size[i] ?? 0) * (size[j] ?? 0))
  )
}

/** log ρ, by the size of M to the power 2⁴⁰. −∞ of a nilpotent matrix. */
function logarithmOfSpectralRadius(M: Matrix): number {
  let power = M
  let logarithm = 0
  for (let k = 0; k < most; k++) {
    const size = largest(power)
    logarithm += Math.log(size) / 2 ** k
    if (!(size > 0)) break
    const unit = scaled(power, 1 / size)
    power = product(unit, unit)
  }
  return logarithm
}

function lengthOf(list: ArrayLike<unknown>, name: string): number {
  return reading(name, () => {
    if (typeof list === 'object' && Number.isInteger(list?.length)) return list.length
    throw new MechanismError(`${name}: expected an array, found ${described(list)}`)
  })
}

/** A copy of a matrix of finite numbers. */
function matrixIn(M: Matrix, name: string, rows: number, columns: number): number[][] {
  return reading(name, () => {
    if (M.length !== rows)
      throw new MechanismError(
        `${name}: expected ${rows} ${rows === 1 ? 'row' : 'rows'}, found ${M.length}`
      )
    return Array.from(M, (row, i) => Array.from(finiteNumbers(row, `${name}[${i}]`, columns)))
  })
}

/** A copy of `count` finite numbers greater than zero. */
export function weightsIn(weights: ArrayLike<number>, name: string, count: number): number[] {
  const all = Array.from(finiteNumbers(weights, name, count))
  const wrong = all.findIndex((weight) => !(weight > 0))
  if (wrong < 0) return all
  throw new MechanismError(
    `${name}[${wrong}]: expected a number greater than 0, found ${described(all[wrong])}`
  )
}
