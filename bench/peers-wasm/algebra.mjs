// Vectors, quaternions [x, y, z, w] and symmetric matrices [xx, yy, zz, xy, xz, yz].

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const add = (a, b) => a.map((x, i) => x + b[i])
export const subtract = (a, b) => a.map((x, i) => x - b[i])
export const scale = (a, factor) => a.map((x) => x * factor)
export const distance = (a, b) => Math.hypot(...subtract(a, b))
export const unit = (a) => scale(a, 1 / Math.hypot(...a))
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]
]

export const noTurn = [0, 0, 0, 1]
export const product = (a, b) => [
  ...add(add(scale(b.slice(0, 3), a[3]), scale(a.slice(0, 3), b[3])), cross(a, b)),
  a[3] * b[3] - dot(a, b)
]
export const inverse = (q) => [-q[0], -q[1], -q[2], q[3]]
export const turnAbout = (axis, angle) => [
  ...scale(unit(axis), Math.sin(angle / 2)),
  Math.cos(angle / 2)
]
export function rotate(q, v) {
  const t = scale(cross(q, v), 2)
  return add(add(v, scale(t, q[3])), cross(q, t))
}

/** The angle in (−π, π] of a turn about a unit axis. */
export const angleAbout = (axis, q) => wrap(2 * Math.atan2(dot(q, axis), q[3]))
export const wrap = (angle) => angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI) - 0.5)

/** The shortest turn that takes the x axis into a direction. */
export function fromX(direction) {
  const [x, y, z] = unit(direction)
  if (x < -1 + 1e-12) return [0, 0, 1, 0]
  return unit([0, -z, y, 1 + x])
}

/** Some unit vector perpendicular to another one. */
export const perpendicular = (a) =>
  unit(Math.abs(a[0]) < 0.9 ? cross(a, [1, 0, 0]) : cross(a, [0, 1, 0]))

/** A symmetric matrix times a vector. */
export const times = ([xx, yy, zz, xy, xz, yz], [x, y, z]) => [
  xx * x + xy * y + xz * z,
  xy * x + yy * y + yz * z,
  xz * x + yz * y + zz * z
]

/** Principal moments of an inertia, and the turn from their axes; by Jacobi's rotations. */
export function principal(inertia) {
  let turn = noTurn
  const axes = () =>
    [0, 1, 2].map((i) =>
      rotate(
        turn,
        [0, 1, 2].map((k) => Number(k === i))
      )
    )
  const entry = (a, b) => dot(a, times(inertia, b))
  for (let sweep = 0; sweep < 8; sweep++)
    for (const [i, j, k] of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1]
    ]) {
      const a = axes()
      // The turn about axis k, within π/4, after which axes i and j are not coupled.
      const spread = entry(a[i], a[i]) - entry(a[j], a[j])
      const coupled = 2 * entry(a[i], a[j])
      const angle = coupled === 0 ? 0 : 0.5 * Math.atan(coupled / spread)
      turn = unit(
        product(
          turn,
          turnAbout(
            [0, 1, 2].map((n) => Number(n === k)),
            angle
          )
        )
      )
    }
  return { moments: axes().map((a) => entry(a, a)), turn }
}
