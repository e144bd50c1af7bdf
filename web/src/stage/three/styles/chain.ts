/**
 * Roller chain. Links alternate: a single inner plate, then a pair of outer plates with the pins. Three
 * shapes, each drawn once for all links. Very short links are drawn as a rope.
 */
import { type BufferGeometry, Matrix4, Shape, type Vector3 } from 'three'
import { world } from '../anatomy.ts'
import { merged } from '../figure.ts'
import { disc, plate } from '../shapes/plates.ts'
import { ball, cylinder } from '../shapes/solids.ts'
import { clevis, hanger } from '../shapes/stand.ts'
import type { Surface } from '../theme.ts'
import type { BodyPoint, MakeStyle } from './style.ts'

/** Number of segments of a link, for at most 150 000 triangles with any number of links. */
interface Detail {
  readonly curves: number
  readonly bevelled: boolean
  readonly pierced: boolean
}

function detailFor(links: number): Detail {
  if (links <= 40) return { curves: 8, bevelled: true, pierced: true }
  if (links <= 100) return { curves: 4, bevelled: true, pierced: true }
  if (links <= 300) return { curves: 3, bevelled: false, pierced: false }
  return { curves: 1, bevelled: false, pierced: false }
}

/** Plate waisted between its two eyes, from (0, 0) to (length, 0), `at` along z. */
function waisted(
  length: number,
  eye: number,
  thickness: number,
  at: number,
  surface: Surface,
  { curves, bevelled, pierced }: Detail
): BufferGeometry {
  const waist = 0.64 * eye
  const shape = new Shape()
  const start = 0.9
  shape.absarc(0, 0, eye, start, 2 * Math.PI - start, false)
  const [x, y] = [eye * Math.cos(start), eye * Math.sin(start)]
  const bend = x + 0.5 * eye
  shape.bezierCurveTo(bend, -waist, 0.35 * length, -waist, length / 2, -waist)
  shape.bezierCurveTo(0.65 * length, -waist, length - bend, -waist, length - x, -y)
  shape.absarc(length, 0, eye, Math.PI + start, Math.PI - start, false)
  shape.bezierCurveTo(length - bend, waist, 0.65 * length, waist, length / 2, waist)
  shape.bezierCurveTo(0.35 * length, waist, bend, waist, x, y)
  if (pierced) shape.holes.push(disc(0.45 * eye), disc(0.45 * eye, length))
  return plate(shape, thickness, surface, {
    at,
    bevel: bevelled ? 0.14 * Math.min(thickness, eye) : 0,
    bevelSegments: 1,
    curveSegments: curves
  })
}

/** Frame of a link with x from its own joint to the next and z along its pin. */
function linkFrame(from: Vector3, to: Vector3, pin: Vector3): Matrix4 {
  const x = to.clone().sub(from).normalize()
  const z = pin.clone().addScaledVector(x, -pin.dot(x)).normalize()
  if (z.lengthSq() < 0.5) z.set(0, 1, 0)
  if (z.z < 0) z.negate()
  const y = z.clone().cross(x)
  return new Matrix4().makeBasis(x, y, z).setPosition(from)
}

type Place = (geometry: BufferGeometry, isOne: (link: number) => boolean) => void

function drawRollerChain(place: Place, length: number, u: number, detail: Detail): void {
  const unit = u / 0.027
  place(waisted(length, u, 0.026 * unit, 0, 'inner', detail), (link) => link % 2 === 1)
  const outer = [-1, 1].map((side) =>
    waisted(length, u, 0.011 * unit, 0.022 * side * unit, 'link', detail)
  )
  place(merged(outer), (link) => link % 2 === 0)
  const round = Math.max(5, 3 * detail.curves)
  place(cylinder(0.0115 * unit, -0.031 * unit, 0.031 * unit, 'pin', round), () => true)
}

/** A rope of many short links, in two alternating grays, which show the motion of each part. */
function drawRope(place: Place, length: number, radius: number): void {
  const band = Math.ceil((6 * radius) / length)
  for (const [parity, surface] of (['link', 'inner'] as const).entries()) {
    const piece = cylinder(radius, 0, length, surface, 6)
    place(piece.rotateY(Math.PI / 2), (link) => Math.floor(link / band) % 2 === parity)
  }
}

export const chainStyle: MakeStyle = ({ anatomy, figure, size, framing }) => {
  const { bodies } = anatomy
  const first = bodies[0]
  if (!first) return { traces: [], ghosts: null, hub: () => 0 }
  const length = first.tip.distanceTo(first.inbound.onChild)
  // Thin links are drawn no thinner than a few pixels, long ones no thicker than a bar.
  const u = Math.min(Math.max(0.34 * length, 0.0045 * size), 0.01 * size)
  const frames = bodies.map((body) =>
    linkFrame(body.inbound.onChild, body.outbound[0]?.onParent ?? body.tip, body.inbound.childAxis)
  )
  const place = (geometry: BufferGeometry, isOne: (link: number) => boolean) => {
    const links = bodies.map(({ index }) => index).filter(isOne)
    const at = links.map((link) => frames[link] as Matrix4)
    figure.addMany(geometry, links, at)
  }
  if (length > 2.2 * u) drawRollerChain(place, length, u, detailFor(bodies.length))
  else drawRope(place, length, 0.006 * size)
  const root = first.inbound.onParent
  figure.add(world, [
    hanger(root.clone().setY(root.y + 4 * 1.25 * u), framing.max[1] + size, 0.58 * u),
    ...clevis(root, 1.25 * u)
  ])
  const last = bodies[bodies.length - 1] ?? first
  figure.add(last.index, [ball(0.43 * u, 'pin').translate(last.tip.x, last.tip.y, last.tip.z)])

  // At most 120 points per line, because there are ghosts of a thousand links.
  const stride = Math.ceil(bodies.length / 120)
  const line: BodyPoint[] = bodies
    .filter((body) => body.index % stride === 0)
    .map((body) => ({ body: body.index, point: body.inbound.onChild }))
  line.push({ body: last.index, point: last.tip })
  return {
    traces: [{ body: last.index, point: last.tip }],
    ghosts: { count: 6, interval: 0.09, lines: [line], dotEach: 5, behind: (0.05 * size) / 2.7 },
    hub: () => u
  }
}
