/** A toothed belt round two pulleys of one radius, its path and its teeth. */
import { type BufferGeometry, type Matrix4, Path, Shape, type Vector3 } from 'three'
import { merged } from '../figure.ts'
import { gear } from './gears.ts'
import { belt, disc, plate } from './plates.ts'
import { block, cylinder } from './solids.ts'

/** How thick the belt is, and how high its teeth are, in radii of the pulley's pitch circle. */
const thickness = 0.08
const height = 0.1

/** The path of a belt's middle, all in the x–y plane of the link that supports both pulleys. */
export class BeltPath {
  private readonly heading: number
  private readonly span: number

  constructor(
    private readonly from: Vector3,
    to: Vector3,
    readonly radius: number,
    /** Height of the belt's middle along z. */
    readonly at: number
  ) {
    this.heading = Math.atan2(to.y - from.y, to.x - from.x)
    this.span = Math.hypot(to.x - from.x, to.y - from.y)
  }

  get length(): number {
    return 2 * this.span + 2 * Math.PI * this.radius
  }

  /** A frame at arc length s, counterclockwise from the far end's top: x points out, z along the axis. */
  frame(s: number, into: Matrix4): Matrix4 {
    const { span, radius, heading, from, length } = this
    const arc = Math.PI * radius
    const way = ((s % length) + length) % length
    const part = (before: number, most: number) => Math.min(Math.max(way - before, 0), most)
    // Straight over the top, round the near pulley, straight back, round the far one.
    const along = span - part(0, span) + part(span + arc, span)
    const outward = heading + Math.PI / 2 + (part(span, arc) + part(2 * span + arc, arc)) / radius
    return into
      .makeRotationZ(outward)
      .setPosition(
        from.x + along * Math.cos(heading) + radius * Math.cos(outward),
        from.y + along * Math.sin(heading) + radius * Math.sin(outward),
        this.at
      )
  }
}

/** The belt's smooth back: what is left of a wide wrap when a narrow one is cut out. */
export function beltBand(from: Vector3, to: Vector3, radius: number, at: number): BufferGeometry {
  const wrap = (r: number) => [from, to].map(({ x, y }) => ({ x, y, r }))
  const shape = belt(wrap((1 + thickness) * radius), new Shape())
  shape.holes.push(belt(wrap(radius), new Path()))
  return plate(shape, 0.34 * radius, 'inner', { at, bevel: 0 })
}

/** One tooth on the inner side of the belt, for `BeltPath.frame`; every second one has a light mark. */
export function beltTooth(radius: number, pitch: number, marked: boolean): BufferGeometry {
  const tooth = block(height * radius, 0.42 * pitch, 0.34 * radius, 'well')
  const pieces = [tooth.translate(-0.5 * height * radius, 0, 0)]
  const mark = block(0.8 * thickness * radius, 0.4 * pitch, 0.02 * radius, 'index')
  if (marked) pieces.push(mark.translate(0.5 * thickness * radius, 0, 0.175 * radius))
  return merged(pieces)
}

/** A toothed pulley about z that a belt of this pitch radius runs on, its rim pierced. */
export function pulley(radius: number, teeth: number, at: number): BufferGeometry[] {
  const rim = gear(
    (1 - height) * radius,
    0.99 * radius,
    teeth,
    at - 0.16 * radius,
    at + 0.16 * radius,
    'brass'
  )
  const face = new Shape().absarc(0, 0, 0.84 * radius, 0, 2 * Math.PI, false) as Shape
  for (let i = 0; i < 5; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / 5
    face.holes.push(
      disc(0.17 * radius, 0.54 * radius * Math.cos(angle), 0.54 * radius * Math.sin(angle))
    )
  }
  const front = at + 0.16 * radius
  return [
    rim,
    plate(face, 0.08 * radius, 'ringGear', {
      at: front + 0.02 * radius,
      bevel: 0,
      curveSegments: 14
    }),
    cylinder(0.2 * radius, at - 0.2 * radius, front + 0.14 * radius, 'pin', 24),
    block(0.07 * radius, 0.3 * radius, 0.02 * radius, 'index').translate(
      0,
      0.66 * radius,
      front + 0.065 * radius
    )
  ]
}
