/** Planar six-bar: plates in layers, so the links can pass. */
import { Shape, type Vector3 } from 'three'
import { meetingPoints, world } from '../anatomy.ts'
import { belt, plate } from '../shapes/plates.ts'
import { cylinder, dome } from '../shapes/solids.ts'
import { bearingBlock, slab } from '../shapes/stand.ts'
import { genericStyle } from './generic.ts'
import type { MakeStyle } from './style.ts'

/** Layer of each link, from the back. */
const layers = { crank: 0, rocker: 0, coupler: 1, arm: 1, link: 2 }

/** Corners of a triangle, counterclockwise; fewer points are unchanged. */
function counterclockwise(points: readonly Vector3[]): readonly Vector3[] {
  const [a, b, c] = points
  if (!a || !b || !c) return points
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0 ? [a, b, c] : [a, c, b]
}

export const sixBarStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size, framing } = subject
  const r = 0.03 * size
  const thick = 0.75 * r
  const pitch = 1.15 * thick
  const pivots: Vector3[] = []
  for (const [name, layer] of Object.entries(layers)) {
    const body = anatomy.body(name)
    if (!body) return genericStyle(subject)
    const points = counterclockwise(meetingPoints(anatomy, body))
    const outline = belt(
      points.map(({ x, y }) => ({ x, y, r })),
      new Shape()
    )
    const at = layer * pitch
    const pieces = [plate(outline, thick, layer === 1 ? 'inner' : 'link', { at })]
    for (const { x, y } of points) {
      pieces.push(dome(0.62 * r, 'brass').translate(x, y, at + thick / 2))
    }
    figure.add(body.index, pieces)
    if (body.inbound.parent === world) pivots.push(body.inbound.onParent)
  }

  const base = 1.1 * r
  const top = framing.floor + base
  const places = pivots.map(({ x }) => x)
  const stand = [
    slab(Math.min(...places) - 4.5 * r, Math.max(...places) + 4.5 * r, top, base, 8 * r)
  ]
  for (const pivot of pivots) {
    stand.push(
      bearingBlock(pivot.clone().setZ(-thick - 0.75 * r), top, 1.05 * r, 1.4 * r),
      cylinder(0.34 * r, -2 * r, pitch, 'pin', 20).translate(pivot.x, pivot.y, 0)
    )
  }
  figure.add(world, stand)

  const link = anatomy.body('link')
  const crank = anatomy.body('crank')
  const end = link ? meetingPoints(anatomy, link).at(-1) : undefined
  const trace =
    link && crank && end
      ? [{ body: link.index, point: end.clone().setZ(2 * pitch), phase: crank.inbound.offset }]
      : []
  return {
    traces: trace,
    ghosts: {
      count: 12,
      interval: 0.06,
      lines: link
        ? [meetingPoints(anatomy, link).map((point) => ({ body: link.index, point }))]
        : [],
      dotEach: 1,
      behind: 0.2 * r
    },
    hub: () => r
  }
}
