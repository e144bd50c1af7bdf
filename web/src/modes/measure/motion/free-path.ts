import { Spline } from './spline.ts'

type Numbers = readonly number[]

/** Of a joint: positions, velocities and their rates, as a model takes them. */
export interface Moment {
  readonly q: Numbers
  readonly v: Numbers
  readonly a: Numbers
}

/**
 * The way of a free joint through poses at rising times: splines through places and through quaternions,
 * which are brought back to unit length. In the body's axes, with R and ω of the body,
 *
 *   ω = 2 Im(q* q̇),  ω̇ = 2 Im(q* q̈),  v = Rᵀ ṗ,  v̇ = Rᵀ p̈ − ω × v.
 */
export class FreePath {
  readonly #places: readonly Spline[]
  readonly #quaternions: readonly Spline[]

  /** Poses are seven numbers each, as in q. */
  constructor(times: Numbers, poses: readonly Numbers[]) {
    const along = (rows: readonly Numbers[], size: number) =>
      Array.from(
        { length: size },
        (_, i) =>
          new Spline(
            times,
            rows.map((row) => row[i] ?? 0)
          )
      )
    this.#places = along(poses, 3)
    this.#quaternions = along(oneSided(poses.map((pose) => pose.slice(3))), 4)
  }

  at(time: number): Moment {
    const [p, dp, ddp] = transposed(this.#places, time)
    const [c, dc, ddc] = transposed(this.#quaternions, time)
    // q = c / n and its derivatives, n = |c|.
    const n = Math.hypot(...c)
    const q = c.map((each) => each / n)
    const dn = dot(q, dc)
    const dq = dc.map((each, i) => (each - (q[i] ?? 0) * dn) / n)
    const ddn = dot(dq, dc) + dot(q, ddc)
    const ddq = ddc.map((each, i) => (each - 2 * (dq[i] ?? 0) * dn - (q[i] ?? 0) * ddn) / n)
    const omega = twiceImaginary(q, dq)
    const v = turnedBack(q, dp)
    const turning = cross(omega, v)
    const rate = turnedBack(q, ddp).map((each, i) => each - (turning[i] ?? 0))
    return {
      q: [...p, ...q],
      v: [...omega, ...v],
      a: [...twiceImaginary(q, ddq), ...rate]
    }
  }
}

/** Of q and −q, which are one rotation, the one nearer to the one before. */
function oneSided(quaternions: readonly Numbers[]): Numbers[] {
  const found: Numbers[] = []
  for (const each of quaternions) {
    const before = found.at(-1)
    found.push(before && dot(before, each) < 0 ? each.map((part) => -part) : each)
  }
  return found
}

function transposed(splines: readonly Spline[], time: number): [number[], number[], number[]] {
  const at = splines.map((spline) => spline.at(time))
  return [at.map(([value]) => value), at.map(([, rate]) => rate), at.map(([, , second]) => second)]
}

const dot = (one: Numbers, other: Numbers) =>
  one.reduce((sum, each, i) => sum + each * (other[i] ?? 0), 0)

const cross = ([a = 0, b = 0, c = 0]: Numbers, [x = 0, y = 0, z = 0]: Numbers) => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x
]

/** 2 Im(q* r). */
function twiceImaginary(q: Numbers, r: Numbers): number[] {
  const [x = 0, y = 0, z = 0, w = 0] = q
  const [rx = 0, ry = 0, rz = 0, rw = 0] = r
  const turn = cross([x, y, z], [rx, ry, rz])
  return [w * rx - rw * x, w * ry - rw * y, w * rz - rw * z].map(
    (each, i) => 2 * (each - (turn[i] ?? 0))
  )
}

/** Rᵀ u = u − 2 w (r × u) + 2 r × (r × u), r the quaternion's vector. */
function turnedBack(q: Numbers, u: Numbers): number[] {
  const [x = 0, y = 0, z = 0, w = 0] = q
  const once = cross([x, y, z], u)
  const twice = cross([x, y, z], once)
  return u.map((each, i) => each - 2 * w * (once[i] ?? 0) + 2 * (twice[i] ?? 0))
}
