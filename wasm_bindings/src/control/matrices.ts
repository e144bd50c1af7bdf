/** A matrix: an array of its rows. */
export type Matrix = readonly (readonly number[])[]

/** M N. */
export const product = (M: Matrix, N: Matrix): number[][] => {
  const columns = N[0]?.length ?? 0
  return M.map((row) =>
    Array.from({ length: columns }, (_, j) =>
      row.reduce((total, entry, k) => total + entry * (N[k]?.[j] ?? 0), 0)
    )
  )
}

export const sum = (M: Matrix, N: Matrix): number[][] =>
  M.map((row, i) => row.map((entry, j) => entry + (N[i]?.[j] ?? 0)))

export const scaled = (M: Matrix, factor: number): number[][] =>
  M.map((row) => row.map((entry) => factor * entry))

export const transposed = (M: Matrix): number[][] =>
  (M[0] ?? []).map((_, j) => M.map((row) => row[j] ?? 0))

export const diagonal = (entries: readonly number[]): number[][] =>
  entries.map((entry, i) => entries.map((_, j) => (i === j ? entry : 0)))

export const identity = (size: number): number[][] => diagonal(Array<number>(size).fill(1))

/** The rows of a matrix that is given row after row, and of each only some columns. */
export const rowsOf = (
  flat: Float64Array,
  width: number,
  columns?: readonly number[]
): number[][] =>
  Array.from({ length: flat.length / width }, (_, i) => {
    const row = flat.subarray(i * width, (i + 1) * width)
    return columns ? columns.map((j) => row[j] ?? 0) : Array.from(row)
  })

/** M x. */
export const times = (M: Matrix, x: readonly number[]): number[] => M.map((row) => dot(row, x))

export const dot = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((total, entry, i) => total + entry * (y[i] ?? 0), 0)

export const largest = (M: Matrix): number =>
  M.flat().reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)

/** X of M X = N by Gauss–Jordan elimination with partial pivoting. Not finite if M is singular. */
export function solve(M: Matrix, N: Matrix): number[][] {
  const rows = M.map((row, i) => [...row, ...(N[i] ?? [])])
  const entry = (i: number, k: number) => rows[i]?.[k] ?? 0
  for (let k = 0; k < rows.length; k++) {
    let pivot = k
    for (let i = k + 1; i < rows.length; i++)
      if (Math.abs(entry(i, k)) > Math.abs(entry(pivot, k))) pivot = i
    const scaled = (rows[pivot] ?? []).map((each) => each / entry(pivot, k))
    rows[pivot] = rows[k] ?? []
    rows[k] = scaled
    for (let i = 0; i < rows.length; i++) {
      if (i === k) continue
      const factor = entry(i, k)
      rows[i] = (rows[i] ?? []).map((each, j) => each - factor * (scaled[j] ?? 0))
    }
  }
  return rows.map((row) => row.slice(M.length))
}
