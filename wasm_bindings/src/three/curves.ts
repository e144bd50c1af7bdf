import { Curve as ThreeCurve, Vector3 } from 'three'
import type { Curve, Vector3 as Triple } from '../types/mechanism.js'

/** The point of a Bézier curve with these control points, by de Casteljau's construction. */
export function bezierPoint(points: readonly Vector3[], u: number): Vector3 {
  let left = points
  while (left.length > 1)
    left = left.slice(1).map((next, i) => (left[i] as Vector3).clone().lerp(next, u))
  return left[0] as Vector3
}

/** A mechanism file's curve as a curve of three.js, from 0 to 1. */
export class FileCurve extends ThreeCurve<Vector3> {
  readonly #points: readonly Vector3[]
  readonly #degree: number
  readonly #closed: boolean

  constructor({ kind, points, degree = 3, closed = false }: Curve) {
    super()
    this.#points = points.map((point) => vector(point))
    this.#degree = kind === 'bezier' ? points.length - 1 : degree
    this.#closed = closed
  }

  /** How many pieces the curve is made of. */
  get pieces(): number {
    return this.#closed ? this.#points.length : this.#points.length - this.#degree
  }

  /** By de Boor's construction. Knots are uniform; those of an open curve pile up at its ends. */
  override getPoint(t: number, target = new Vector3()): Vector3 {
    const degree = this.#degree
    const u = t * this.pieces
    const piece = Math.min(Math.floor(u), this.pieces - 1)
    const knot = (i: number) =>
      this.#closed ? i - degree : Math.min(Math.max(i - degree, 0), this.pieces)
    const blended = Array.from({ length: degree + 1 }, (_, i) =>
      (this.#points[(i + piece) % this.#points.length] as Vector3).clone()
    )
    for (let level = 1; level <= degree; level++)
      for (let i = degree; i >= level; i--) {
        const from = knot(i + piece)
        const to = knot(i + piece + degree + 1 - level)
        const before = blended[i - 1] as Vector3
        ;(blended[i] as Vector3).lerpVectors(
          before,
          blended[i] as Vector3,
          (u - from) / (to - from)
        )
      }
    return target.copy(blended[degree] as Vector3)
  }
}

export const vector = ([x, y, z]: Triple) => new Vector3(x, y, z)
