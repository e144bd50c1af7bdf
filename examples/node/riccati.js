/**
 * Doublings after which none will help: they look 2²⁴ steps ahead. Modes that no input reaches make P grow as
 * fast. From 2²⁶ steps on, 1/√ε, their rounding looks like an input.
 */
const most = 24

/**
 * The linear-quadratic regulator of x⁺ = A x + B u: the feedback u = −K x that makes the least of
 * ∑ (xᵀ Q x + uᵀ R u), which then comes to xᵀ P x. P solves Riccati's equation
 *
 *   P = Q + Aᵀ P (1 + G P)⁻¹ A,   G = B R⁻¹ Bᵀ,   K = (R + Bᵀ P B)⁻¹ Bᵀ P A,
 *
 * here by structured doubling (Chu et al., 2004): each pass looks twice as far ahead.
 * Matrices are arrays of rows; of Q and R the diagonals are given, all greater than zero.
 * @param {readonly (readonly number[])[]} A
 * @param {readonly (readonly number[])[]} B
 * @param {readonly number[]} Q
 * @param {readonly number[]} R
 * @returns {{ gains: number[][], costToGo: number[][] }} K and P
 */
export function regulator(A, B, Q, R) {
  if (![...Q, ...R].every((weight) => weight > 0))
    throw new RangeError('weights of states and inputs have to be greater than zero')
  const perWeight = B.map((row) => row.map((entry, j) => entry / R[j]))
  let F = A // over 2ᵏ steps
  let G = product(perWeight, transposed(B))
  let P = diagonal(Q)
  for (let pass = 0; pass < most; pass++) {
    const W = sum(identity(A.length), product(G, P))
    const ahead = solved(W, F)
    const further = product(transposed(F), product(P, ahead))
    G = sum(G, product(F, product(solved(W, G), transposed(F))))
    P = sum(P, further)
    F = product(F, ahead)
    if (!Number.isFinite(largest(P))) break
    if (largest(further) <= Number.EPSILON * largest(P))
      return { gains: gainsOf(A, B, R, P), costToGo: P }
  }
  throw new Error('no feedback of these inputs brings the system to rest')
}

function gainsOf(A, B, R, P) {
  const BP = product(transposed(B), P)
  return solved(sum(diagonal(R), product(BP, B)), product(BP, A))
}

/**
 * X in M X = N, by elimination with the largest pivot of each column.
 * @param {readonly (readonly number[])[]} M
 * @param {readonly (readonly number[])[]} N
 * @returns {number[][]}
 */
export function solved(M, N) {
  const rows = M.map((row, i) => [...row, ...N[i]])
  for (let k = 0; k < rows.length; k++) {
    const pivot = rows.reduce(
      (best, row, i) => (i > k && Math.abs(row[k]) > Math.abs(rows[best][k]) ? i : best),
      k
    )
    ;[rows[k], rows[pivot]] = [rows[pivot], rows[k]]
    const scaled = rows[k].map((entry) => entry / rows[k][k])
    rows[k] = scaled
    for (let i = 0; i < rows.length; i++)
      if (i !== k) rows[i] = rows[i].map((entry, j) => entry - rows[i][k] * scaled[j])
  }
  return rows.map((row) => row.slice(M.length))
}

export const product = (M, N) =>
  M.map((row) => N[0].map((_, j) => row.reduce((total, entry, k) => total + entry * N[k][j], 0)))
export const sum = (M, N) => M.map((row, i) => row.map((entry, j) => entry + N[i][j]))
const transposed = (M) => M[0].map((_, j) => M.map((row) => row[j]))
const diagonal = (entries) =>
  entries.map((entry, i) => entries.map((_, j) => (i === j ? entry : 0)))
export const identity = (size) => diagonal(Array(size).fill(1))
const largest = (M) => Math.max(...M.flat().map(Math.abs))
