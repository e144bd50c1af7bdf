import { pointOf, type Sketch } from './sketch.ts'

/** Steps at most, and how far off a length may stay [m]. */
const [most, close] = [60, 1e-12]
/** Smallest pivot of the equations. */
const slack = 1e-12

interface Equation {
  /** How far it is from being true, and its slopes by places of points. */
  readonly gap: number
  readonly slopes: ReadonlyMap<string, readonly [number, number]>
}

/**
 * Returns the nearest drawing in which a link has a length between two of its points and all other
 * lengths are unchanged; undefined if there is none. Newton's steps of minimum norm: Δ = −Jᵀ (J Jᵀ)⁻¹ g
 */
export function withLength(
  sketch: Sketch,
  pair: readonly [string, string],
  length: number
): Sketch | undefined {
  const wanted = lengthsOf(sketch).map((each) =>
    pair.includes(each.a) && pair.includes(each.b) ? { ...each, length } : each
  )
  let next = sketch
  for (let i = 0; i < most; i++) {
    const equations = [...wanted.map((each) => distance(next, each)), ...linesOf(next, sketch)]
    if (equations.every(({ gap }) => Math.abs(gap) < close)) return next
    next = stepped(next, equations)
  }
  return undefined
}

/** Distances that make links rigid: each point of a link to its first two. */
function lengthsOf(sketch: Sketch) {
  return sketch.links.flatMap(({ points }) =>
    points.flatMap((b, i) =>
      points.slice(0, Math.min(i, 2)).map((a) => {
        const [one, other] = [pointOf(sketch, a), pointOf(sketch, b)]
        return { a, b, length: Math.hypot(one.x - other.x, one.z - other.z) }
      })
    )
  )
}

function distance(sketch: Sketch, each: { a: string; b: string; length: number }): Equation {
  const [a, b] = [pointOf(sketch, each.a), pointOf(sketch, each.b)]
  const now = Math.hypot(b.x - a.x, b.z - a.z) || 1e-9
  const [u, w] = [(b.x - a.x) / now, (b.z - a.z) / now]
  return {
    gap: now - each.length,
    slopes: new Map([
      [a.id, [-u, -w]],
      [b.id, [u, w]]
    ])
  }
}

/** Sliders on the ground stay on their lines. */
function linesOf(sketch: Sketch, before: Sketch): Equation[] {
  return sketch.sliders
    .filter(({ on }) => on === undefined)
    .map(({ point, angle }) => {
      const normal = [-Math.sin(angle), Math.cos(angle)] as const
      const [now, then] = [pointOf(sketch, point), pointOf(before, point)]
      const gap = normal[0] * (now.x - then.x) + normal[1] * (now.z - then.z)
      return { gap, slopes: new Map([[point, normal]]) }
    })
}

function stepped(sketch: Sketch, equations: readonly Equation[]): Sketch {
  const isHeld = new Set(sketch.points.filter(({ ground }) => ground).map(({ id }) => id))
  const slope = ({ slopes }: Equation, id: string) =>
    isHeld.has(id) ? ([0, 0] as const) : (slopes.get(id) ?? ([0, 0] as const))
  const matrix = equations.map((row) =>
    equations.map((column) => {
      let sum = row === column ? slack : 0
      for (const id of row.slopes.keys()) {
        const [a, b] = [slope(row, id), slope(column, id)]
        sum += a[0] * b[0] + a[1] * b[1]
      }
      return sum
    })
  )
  const forces = solved(
    matrix,
    equations.map(({ gap }) => gap)
  )
  return {
    ...sketch,
    points: sketch.points.map((point) => {
      let [x, z] = [point.x, point.z]
      equations.forEach((equation, i) => {
        const [u, w] = slope(equation, point.id)
        x -= u * (forces[i] ?? 0)
        z -= w * (forces[i] ?? 0)
      })
      return { ...point, x, z }
    })
  }
}

/** Gaussian elimination with pivots. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0])
  const size = rows.length
  for (let i = 0; i < size; i++) {
    let best = i
    for (let j = i + 1; j < size; j++)
      if (Math.abs(rows[j]?.[i] ?? 0) > Math.abs(rows[best]?.[i] ?? 0)) best = j
    const [pivot = [], other = []] = [rows[best], rows[i]]
    rows[best] = other
    rows[i] = pivot
    for (let j = i + 1; j < size; j++) {
      const row = rows[j] ?? []
      const factor = (row[i] ?? 0) / (pivot[i] || slack)
      for (let k = i; k <= size; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0)
    }
  }
  const found: number[] = new Array(size).fill(0)
  for (let i = size - 1; i >= 0; i--) {
    const row = rows[i] ?? []
    let rest = row[size] ?? 0
    for (let k = i + 1; k < size; k++) rest -= (row[k] ?? 0) * (found[k] ?? 0)
    found[i] = rest / (row[i] || slack)
  }
  return found
}
