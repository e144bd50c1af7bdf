/** A matrix by its columns. */
export type Columns = readonly (readonly number[])[]

/** A = U·diag(values)·Vᵀ; `left` holds the columns of U·diag(values), `right` those of V. */
export interface SingularValues {
  readonly values: readonly number[]
  readonly left: Columns
  readonly right: Columns
}

/**
 * One-sided Jacobi: turns pairs of columns until all stand at right angles. Small matrices only:
 * a sweep costs the square of the columns times the rows.
 */
export function singularValues(matrix: Columns): SingularValues {
  const left = matrix.map((column) => [...column])
  const right = matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0)))
  let turned = true
  for (let sweep = 0; turned && sweep < 40; sweep++) {
    turned = false
    for (let i = 0; i < left.length; i++) {
      for (let j = i + 1; j < left.length; j++) {
        const [a, b] = [left[i]!, left[j]!]
        const [aa, bb, ab] = [dot(a, a), dot(b, b), dot(a, b)]
        if (Math.abs(ab) <= 1e-15 * Math.sqrt(aa * bb)) continue
        turned = true
        const ratio = (bb - aa) / (2 * ab)
        const tangent = Math.sign(ratio || 1) / (Math.abs(ratio) + Math.hypot(1, ratio))
        turn(a, b, tangent)
        turn(right[i]!, right[j]!, tangent)
      }
    }
  }
  return { values: left.map((column) => Math.sqrt(dot(column, column))), left, right }
}

/** Turns the pair (a, b) by an angle of this tangent, in place. */
function turn(a: number[], b: number[], tangent: number): void {
  const cosine = 1 / Math.hypot(1, tangent)
  const sine = tangent * cosine
  for (const [k, value] of a.entries()) {
    const other = b[k]!
    a[k] = cosine * value - sine * other
    b[k] = sine * value + cosine * other
  }
}

/**
 * The x that minimises |A·x − b|² + λ|x|². Directions that A moves less than 1e-7 of the most are
 * left alone.
 */
export function dampedSolution(
  { values, left, right }: SingularValues,
  b: readonly number[],
  damping: number
): number[] {
  const x = right.map(() => 0)
  const least = 1e-7 * Math.max(...values)
  for (const [i, value] of values.entries()) {
    if (value <= least) continue
    const factor = dot(left[i]!, b) / (value * value + damping)
    for (const [k, part] of right[i]!.entries()) x[k]! += factor * part
  }
  return x
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
