/** A disc that rolls: a heavy rim, a thin web, three spokes to see it turn by, a mark on the rim. */
import { Vector3 } from 'three'
import { ball, block, cylinder, turned } from '../shapes/solids.ts'
import { genericStyle } from './generic.ts'
import type { MakeStyle } from './style.ts'

export const rollingDiscStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size } = subject
  const body = anatomy.bodies[0]
  const shape = body?.shapes[0]
  if (!body || shape?.type !== 'cylinder') return genericStyle(subject)
  const R = shape.radius
  const half = 0.5 * shape.length
  const rim = turned(
    [
      [0.84 * R, -2.4 * half],
      [0.97 * R, -2.4 * half],
      [R, -half],
      [R, half],
      [0.97 * R, 2.4 * half],
      [0.84 * R, 2.4 * half],
      [0.84 * R, -2.4 * half]
    ],
    'link',
    96
  )
  const spokes = [0, 1, 2].map((i) =>
    block(0.09 * R, 1.7 * R, 1.8 * half, 'brass').rotateZ((i * Math.PI) / 3)
  )
  const mark = ball(0.045 * R, 'index').translate(0, 0.92 * R, 2.2 * half)
  const pieces = [
    rim,
    cylinder(0.86 * R, -0.3 * half, 0.3 * half, 'inner', 64),
    cylinder(0.16 * R, -2.6 * half, 2.6 * half, 'housing'),
    ...spokes,
    mark
  ]
  // The disc's axis is its body's z, which the stage draws as y.
  for (const piece of pieces) piece.rotateX(-Math.PI / 2)
  figure.add(body.index, pieces)
  return {
    traces: [
      { body: body.index, point: new Vector3(0, 0, -R) },
      { body: body.index, point: new Vector3(0, 0, 0) }
    ],
    ghosts: null,
    hub: () => 0.05 * size
  }
}
