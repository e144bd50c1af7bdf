/** Branching tree: tapered capsules, thinner at every level; rods of one length share a shape. */
import { Matrix4, Quaternion, Vector3 } from 'three'
import { type BodyAnatomy, world } from '../anatomy.ts'
import { merged } from '../figure.ts'
import { ball, taperedCapsule } from '../shapes/solids.ts'
import { clevis, hanger } from '../shapes/stand.ts'
import { tips } from './generic.ts'
import type { MakeStyle } from './style.ts'

const down = new Vector3(0, -1, 0)

/** Far end of a rod: where its branches meet it, or its tip. */
const farEnd = (body: BodyAnatomy) => body.outbound[0]?.onParent ?? body.tip

/** Segments around a rod, for at most 150 000 triangles with any number of rods. */
function segmentsFor(rods: number): number {
  if (rods <= 45) return 20
  if (rods <= 150) return 8
  return rods <= 400 ? 5 : 4
}

/** Frame in the body with the rod hanging along -y from its joint. */
function rodFrame(body: BodyAnatomy): Matrix4 {
  const along = farEnd(body).clone().sub(body.inbound.onChild).normalize()
  const turn = new Quaternion().setFromUnitVectors(down, along)
  return new Matrix4().makeRotationFromQuaternion(turn).setPosition(body.inbound.onChild)
}

/** Weight at a tip. */
const bob = (radius: number, segments: number) => ball(radius, 'copper', segments)

export const treeStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size, framing } = subject
  const thickest = 0.02 * size
  const levels = new Map<number, BodyAnatomy[]>()
  let longest = 0
  for (const body of anatomy.bodies) {
    const length = farEnd(body).distanceTo(body.inbound.onChild)
    longest = Math.max(longest, length)
    const key = Math.round(1e6 * length)
    const same = levels.get(key)
    if (same) same.push(body)
    else levels.set(key, [body])
  }
  const start = new Vector3()
  const segments = segmentsFor(anatomy.bodies.length)
  let level = 0
  for (const [key, bodies] of levels) {
    const length = 1e-6 * key
    const r = Math.max(0.0025 * size, (thickest * length) / longest)
    const surface = level++ % 2 ? 'inner' : 'link'
    const end = new Vector3(0, -length, 0)
    const pieces = [taperedCapsule(start, end, r, 0.7 * r, surface, segments)]
    if (segments > 4) pieces.push(ball(1.25 * r, 'brass', segments))
    const isOuter = bodies.every(({ outbound }) => outbound.length === 0)
    if (isOuter && segments > 5) pieces.push(bob(1.9 * r, segments).translate(0, -length, 0))
    const shape = merged(pieces)
    figure.addMany(
      shape,
      bodies.map(({ index }) => index),
      bodies.map(rodFrame)
    )
  }
  const root = anatomy.joints.find((joint) => joint.parent === world)?.onParent ?? start
  figure.add(world, [
    hanger(root.clone().setY(root.y + 3.4 * thickest), framing.max[1] + size, 0.5 * thickest),
    ...clevis(root, 0.85 * thickest)
  ])
  const lines = anatomy.bodies.map((body) =>
    [body.inbound.onChild, farEnd(body)].map((point) => ({ body: body.index, point }))
  )
  return {
    // The way of one tip: those of all would hide the tree.
    traces: tips(subject, 1),
    ghosts:
      anatomy.bodies.length > 200
        ? null
        : { count: 4, interval: 0.15, lines, dotEach: 1, behind: 0 },
    hub: () => thickest
  }
}
