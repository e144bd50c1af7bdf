/** Driven chain: slotted plates, rotors before their joints, pulleys and belts where there are any. */
import { type BufferGeometry, Path, Shape, type Vector3 } from 'three'
import { type Anatomy, type BodyAnatomy, meetingPoints, world } from '../anatomy.ts'
import { belt, disc, plate, slottedLink } from '../shapes/plates.ts'
import { block, cylinder } from '../shapes/solids.ts'
import { hanger } from '../shapes/stand.ts'
import { centreLines, tips } from './generic.ts'
import type { MakeSkin } from './skin.ts'

/** A belt round two pulleys of radius `r`: what is left of a wide wrap when a narrow one is cut out. */
function beltRound(from: Vector3, to: Vector3, r: number, at: number): BufferGeometry {
  const wrap = (radius: number) =>
    [from, to].map(({ x, y }) => ({ x, y, r: radius })) as [
      { x: number; y: number; r: number },
      { x: number; y: number; r: number }
    ]
  const shape = belt(wrap(r), new Shape())
  shape.holes.push(belt(wrap(0.88 * r), new Path()))
  return plate(shape, 0.3 * r, 'well', { at, bevel: 0 })
}

/** A spoked pulley about z, with a mark that shows its turn. */
function pulley(r: number, at: number): BufferGeometry[] {
  const wheel = new Shape().absarc(0, 0, 0.86 * r, 0, 2 * Math.PI, false) as Shape
  for (let i = 0; i < 5; i++) {
    const angle = (2 * Math.PI * i) / 5
    wheel.holes.push(disc(0.2 * r, 0.52 * r * Math.cos(angle), 0.52 * r * Math.sin(angle)))
  }
  return [
    plate(wheel, 0.26 * r, 'brass', { at, bevel: 0.02 * r }),
    cylinder(0.16 * r, at - 0.3 * r, at + 0.3 * r, 'pin')
  ]
}

/** Links along which a belt runs: all but the last of those that one rotor turns together. */
function beltedLinks(anatomy: Anatomy): Set<number> {
  return new Set(
    anatomy.belts.flatMap(({ driven }) => driven.slice(0, -1).map(({ child }) => child))
  )
}

export const drivenChainSkin: MakeSkin = (subject) => {
  const { anatomy, figure, framing, size } = subject
  const links = anatomy.bodies.filter((body) => !anatomy.isRotor(body.index))
  const ends = (body: BodyAnatomy) => meetingPoints(anatomy, body) as [Vector3, Vector3]
  const span = Math.min(...links.map((body) => ends(body)[0].distanceTo(ends(body)[1])))
  const r = Math.min(0.2 * span, 0.06 * size)
  const thick = 0.34 * r
  const front = 1.6 * thick
  const belted = beltedLinks(anatomy)
  for (const [i, body] of links.entries()) {
    const [from, to] = ends(body)
    const at = (i % 2 ? -0.5 : 0.5) * thick
    const eyes = [
      { x: from.x, y: from.y, r: 0.8 * r },
      { x: to.x, y: to.y, r: 0.7 * r }
    ] as const
    const pieces = slottedLink(...eyes, thick, at, i % 2 ? 'inner' : 'link', 0.06 * r)
    if (belted.has(body.index)) pieces.push(beltRound(from, to, r, front))
    const above = body.inbound.parent
    if (belted.has(above)) {
      for (const piece of pulley(r, front)) pieces.push(piece.translate(from.x, from.y, 0))
    }
    figure.add(body.index, pieces)
  }
  // Rotors of one transmission share an axis: each further one is smaller and lies before the last.
  const depth = new Map<number, number>()
  for (const body of anatomy.bodies.filter(({ index }) => anatomy.isRotor(index))) {
    const layer = depth.get(body.inbound.parent) ?? 0
    depth.set(body.inbound.parent, layer + 1)
    const radius = (1.15 - 0.33 * layer) * r
    const at = front + (0.45 + 0.3 * layer) * r
    const mark = block(0.12 * r, 0.26 * r, 0.02 * r, 'index')
    figure.add(body.index, [
      cylinder(radius, at - 0.12 * r, at + 0.12 * r, 'copper', 48),
      mark.translate(0, radius - 0.16 * r, at + 0.125 * r)
    ])
  }
  const root = anatomy.joints.find(({ parent }) => parent === world)?.onParent
  if (root) {
    figure.add(world, [
      block(1.1 * r, 1.5 * r, 2 * thick, 'housing').translate(root.x, root.y + 1.2 * r, root.z),
      hanger(root.clone().setY(root.y + r), framing.max[1] + size, 0.3 * r)
    ])
  }
  return {
    traces: tips(subject, 1),
    ghosts: { count: 8, interval: 0.16, lines: centreLines(subject), dotEach: 1, behind: 0 },
    hub: () => r
  }
}
