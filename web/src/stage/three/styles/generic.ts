/** Any mechanism: bodies by their shapes, or capsules between the points where bodies meet, pins where they turn. */
import type { BufferGeometry } from 'three'
import { type BodyAnatomy, type JointAnatomy, meetingPoints, world } from '../anatomy.ts'
import {
  ball,
  block,
  cylinder,
  dome,
  placed,
  taperedCapsule,
  towardsViewer
} from '../shapes/solids.ts'
import { hanger } from '../shapes/stand.ts'
import { drawShapedBodies } from './shaped.ts'
import type { BodyPoint, MakeStyle, Subject, VisualStyle } from './style.ts'

/** Solid that shows how a joint moves, on the child's side. */
function jointSolid(joint: JointAnatomy, r: number): BufferGeometry[] {
  const axis = towardsViewer(joint.childAxis)
  const at = joint.onChild
  switch (joint.type) {
    case 'revolute':
    case 'helical':
    case 'cylindrical': {
      const cap = dome(0.8 * r, 'brass').translate(0, 0, 1.5 * r)
      return [placed(cylinder(0.6 * r, -1.5 * r, 1.5 * r, 'pin'), at, axis), placed(cap, at, axis)]
    }
    case 'prismatic':
      return [placed(block(2.2 * r, 2.2 * r, 4 * r, 'housing'), at, axis)]
    case 'fixed':
      return []
    default:
      return [ball(1.25 * r, 'brass').translate(at.x, at.y, at.z)]
  }
}

function drawBody({ anatomy, figure }: Subject, body: BodyAnatomy, r: number): void {
  const [from, ...others] = meetingPoints(anatomy, body)
  const surface = body.index % 2 ? 'inner' : 'link'
  const pieces = jointSolid(body.inbound, r)
  for (const to of others) {
    if (from && to.distanceTo(from) > 1e-6)
      pieces.push(taperedCapsule(from, to, r, 0.75 * r, surface))
  }
  if (pieces.length === 0) pieces.push(ball(1.6 * r, surface))
  figure.add(body.index, pieces)
}

/** Center line of a body, for ghosts: through the points where it meets others. */
export function centerLines({ anatomy }: Subject): BodyPoint[][] {
  return anatomy.bodies
    .filter((body) => !anatomy.isRotor(body.index))
    .map((body) => meetingPoints(anatomy, body).map((point) => ({ body: body.index, point })))
}

/** Whether a body is part of the ground. */
const isStill = ({ inbound }: BodyAnatomy): boolean =>
  inbound.parent === world && inbound.type === 'fixed'

/**
 * Returns the tips of at most `most` bodies without children; if there are none, of the last bar, with
 * a loose end if one has. Parts of the ground have no traces.
 */
export function tips({ anatomy }: Subject, most: number): BodyPoint[] {
  const links = anatomy.bodies.filter((body) => !anatomy.isRotor(body.index) && !isStill(body))
  const free = links
    .filter((body) => body.outbound.every((joint) => anatomy.isRotor(joint.child)))
    .filter((body) => body.loops.length === 0)
  const bars = links.filter((body) => !isTelescope(body))
  const loose = bars.filter(hasLooseEnd)
  const shown = free.length > 0 ? free.slice(0, most) : (loose.length > 0 ? loose : bars).slice(-1)
  return shown.map((body) => ({ body: body.index, point: body.tip }))
}

/** Half of a spring or a strut between two others. */
const isTelescope = ({ inbound, outbound, loops }: BodyAnatomy): boolean =>
  (inbound.type === 'prismatic' && inbound.parent !== world && loops.length > 0) ||
  (outbound.length === 1 && outbound[0]?.type === 'prismatic' && loops.length === 0)

/** Whether nothing is pinned to its far end. */
function hasLooseEnd({ index, tip, outbound, loops }: BodyAnatomy): boolean {
  const pins = [
    ...outbound.map(({ onParent }) => onParent),
    ...loops.map((loop) => (loop.parent === index ? loop.onParent : loop.onChild))
  ]
  return pins.every((pin) => pin.distanceTo(tip) > 0.2 * tip.length())
}

const indexOf = ({ index }: BodyAnatomy): number => index

export const genericStyle: MakeStyle = (subject): VisualStyle => {
  const { anatomy, figure, size, framing } = subject
  const r = 0.016 * size
  drawShapedBodies(subject)
  const shaped = new Set(anatomy.bodies.filter(({ hasLooks }) => hasLooks).map(indexOf))
  for (const body of anatomy.bodies) {
    if (!anatomy.isRotor(body.index) && !shaped.has(body.index)) drawBody(subject, body, r)
  }
  for (const { rotor } of anatomy.gearings) {
    if (shaped.has(rotor.child)) continue
    const axis = towardsViewer(rotor.childAxis)
    const disc = cylinder(2.2 * r, 1.6 * r, 2.2 * r, 'copper')
    const mark = block(0.3 * r, 1.6 * r, 0.1 * r, 'index').translate(0, 1.1 * r, 2.2 * r)
    figure.add(rotor.child, [placed(disc, rotor.onChild, axis), placed(mark, rotor.onChild, axis)])
  }
  for (const joint of anatomy.joints) {
    if (joint.parent !== world || joint.type === 'free') continue
    // What says itself what it looks like hangs from nothing where it is hinged, or is the ground's.
    const isHeld = joint.type === 'fixed' && joint.onParent.lengthSq() > 0
    if (shaped.has(joint.child) && !isHeld) continue
    figure.add(world, [hanger(joint.onParent, framing.max[1] + size, 0.5 * r)])
  }
  return {
    traces: tips(subject, 4),
    ghosts: { count: 6, interval: 0.09, lines: centerLines(subject), dotEach: 1, behind: 0 },
    hub: () => 1.5 * r
  }
}
