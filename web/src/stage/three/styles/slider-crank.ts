/** Slider-crank: crank on a bearing block, a slender rod, a slider between two guides. */
import { Shape, type Vector3 } from 'three'
import { meetingPoints, world } from '../anatomy.ts'
import { belt, plate, roundedRectangle } from '../shapes/plates.ts'
import { block, cylinder, dome } from '../shapes/solids.ts'
import { bearingBlock, slab } from '../shapes/stand.ts'
import { genericStyle } from './generic.ts'
import type { MakeStyle } from './style.ts'

export const sliderCrankStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size, framing } = subject
  const [crank, rod, slider] = ['crank', 'rod', 'slider'].map((name) => anatomy.body(name))
  if (!crank || !rod || !slider) return genericStyle(subject)
  const r = 0.045 * size
  const thick = 0.7 * r
  const front = 0.5 * thick + 0.15 * r
  const [pivot, crankPin] = meetingPoints(anatomy, crank) as [Vector3, Vector3]
  const [rodStart, rodEnd] = meetingPoints(anatomy, rod) as [Vector3, Vector3]
  const disc = (point: Vector3, radius: number) => ({ x: point.x, y: point.y, r: radius })

  // The crank runs on past its pivot: a counterweight.
  const behind = pivot.clone().lerp(crankPin, -0.3)
  figure.add(crank.index, [
    plate(belt([disc(behind, 1.7 * r), disc(crankPin, r)], new Shape()), thick, 'link'),
    cylinder(0.34 * r, -thick, front + thick, 'pin', 20).translate(crankPin.x, crankPin.y, 0)
  ])
  const bar = belt([disc(rodStart, r), disc(rodEnd, 0.85 * r)], new Shape())
  const at = front + thick / 2
  const caps = [rodStart, rodEnd].map((pin) =>
    dome(0.62 * r, 'brass').translate(pin.x, pin.y, front + thick)
  )
  figure.add(rod.index, [plate(bar, thick, 'inner', { at }), ...caps])

  const wide = 4.6 * r
  const body = roundedRectangle(wide, 2.6 * r, 0.3 * r, new Shape())
  const seat = slider.loops[0]
    ? slider.loops[0].parent === slider.index
      ? slider.loops[0].onParent
      : slider.loops[0].onChild
    : slider.inbound.onChild
  const sliderPieces = [
    plate(body, 1.6 * r, 'link', { at: -0.55 * r }),
    cylinder(0.34 * r, -r, front + thick, 'pin', 20)
  ]
  for (const piece of sliderPieces) piece.translate(seat.x, seat.y, 0)
  figure.add(slider.index, sliderPieces)

  const ground = crank.inbound.onParent
  const line = slider.inbound.onParent.y
  const reach = crankPin.distanceTo(pivot)
  const length = rodEnd.distanceTo(rodStart)
  const [from, to] = [
    ground.x + length - reach - 0.5 * wide,
    ground.x + length + reach + 0.5 * wide
  ]
  const base = 0.9 * r
  const top = framing.floor + base
  const guides = [-1, 1].map((side) =>
    block(to - from, 0.5 * r, 1.9 * r, 'housing').translate(
      (from + to) / 2,
      line + side * 1.6 * r,
      -0.55 * r
    )
  )
  const posts = [from + 0.4 * r, to - 0.4 * r].map((x) =>
    block(0.8 * r, line + 1.8 * r - top, 1.2 * r, 'housing').translate(
      x,
      (line + 1.8 * r + top) / 2,
      -2.1 * r
    )
  )
  figure.add(world, [
    slab(ground.x - 5 * r, to + r, top, base, 9 * r).translate(0, 0, -0.5 * r),
    bearingBlock(ground.clone().setZ(-thick - 0.75 * r), top, 1.2 * r, 1.4 * r),
    cylinder(0.34 * r, -2 * r, 0.6 * r, 'pin', 20).translate(ground.x, ground.y, 0),
    dome(0.72 * r, 'brass').translate(ground.x, ground.y, 0.5 * thick),
    ...guides,
    ...posts
  ])

  const middle = rodStart
    .clone()
    .lerp(rodEnd, 0.5)
    .setZ(front + thick)
  return {
    traces: [{ body: rod.index, point: middle, phase: crank.inbound.offset }],
    ghosts: {
      count: 12,
      interval: 0.05,
      lines: [[rodStart, rodEnd].map((point) => ({ body: rod.index, point }))],
      dotEach: 1,
      behind: 0.2 * r
    },
    hub: () => r
  }
}
