/** A matrix by its rows, or vectors. */
export type Rows = readonly (readonly number[])[]

/** A = Uᵀ·diag(values)·V; `left` holds the rows of U, `right` those of diag(values)·V. */
export interface SingularValues {
  readonly values: readonly number[]
  readonly left: Rows
  readonly right: Rows
}

/**
 * One-sided Jacobi: turns pairs of rows until all stand at right angles. For few rows: a sweep
 * costs the square of their number times their length.
 */
export function singularValues(matrix: Rows): SingularValues {
  const right = matrix.map((row) => [...row])
  const left = matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0)))
  let turned = true
  for (let sweep = 0; turned && sweep < 40; sweep++) {
    turned = false
    for (let i = 0; i < right.length; i++) {
      for (let j = i + 1; j < right.length; j++) {
        const [a, b] = [right[i]!, right[j]!]
        const [aa, bb, ab] = [dot(a, a), dot(b, b), dot(a, b)]
        if (Math.abs(ab) <= 1e-15 * Math.sqrt(aa * bb)) continue
        turned = true
        const ratio = (bb - aa) / (2 * ab)
        const tangent = Math.sign(ratio || 1) / (Math.abs(ratio) + Math.hypot(1, ratio))
        turn(a, b, tangent)
        turn(left[i]!, left[j]!, tangent)
      }
    }
  }
  return { values: right.map((row) => Math.sqrt(dot(row, row))), left, right }
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
  const x = right[0]!.map(() => 0)
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
