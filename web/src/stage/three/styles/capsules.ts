/** Chains and rings of capsules that touch: links in two grays by turns, what they lie on on posts. */
import { type BufferGeometry, Matrix4, Quaternion, Vector3 } from 'three'
import { type JointAnatomy, world } from '../anatomy.ts'
import { merged } from '../figure.ts'
import { drawnQuaternion, drawnVector } from '../frames.ts'
import { givenSolids } from '../shapes/given.ts'
import { rod } from '../shapes/solids.ts'
import { genericStyle } from './generic.ts'
import type { BodyPoint, MakeStyle, Subject } from './style.ts'

/** Posts under both ends of every bar that is attached to the ground. */
function posts({ anatomy, framing }: Subject): BufferGeometry[] {
  return anatomy.ground.flatMap((shape) => {
    if (shape.type !== 'capsule') return []
    const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = shape.frame ?? {}
    const middle = drawnVector(position, new Vector3())
    const along = drawnVector([0, 0, shape.length / 2], new Vector3())
    along.applyQuaternion(drawnQuaternion(rotation, new Quaternion()))
    return [-1, 1].map((side) => {
      const end = middle.clone().addScaledVector(along, side)
      return rod(end, end.clone().setY(framing.floor), 0.14 * shape.radius, 'stand')
    })
  })
}

/** The axle of a wheel, on a post behind it; a post before it would hide the wheel. */
function axle({ onParent, parentAxis }: JointAnatomy, { framing }: Subject): BufferGeometry[] {
  const [half, radius] = [0.14, 0.014]
  const [near, far] = [-half, half].map((way) => onParent.clone().addScaledVector(parentAxis, way))
  if (!near || !far) return []
  return [
    rod(near, far, radius, 'pin'),
    rod(far, far.clone().setY(framing.floor), 2 * radius, 'stand')
  ]
}

export const capsulesStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size } = subject
  const bodies = anatomy.bodies.filter(({ shapes }) => shapes[0]?.type === 'capsule')
  const [first, last] = [bodies[0], bodies[bodies.length - 1]]
  if (!first || !last) return genericStyle(subject)
  for (const parity of [0, 1]) {
    const links = bodies.filter(({ index }) => index % 2 === parity)
    const solid = merged(givenSolids(first.shapes, parity ? 'inner' : 'link'))
    const places = links.map(() => new Matrix4())
    figure.addMany(
      solid,
      links.map(({ index }) => index),
      places
    )
  }
  for (const { index, shapes, inbound } of anatomy.bodies) {
    if (bodies.some((link) => link.index === index)) continue
    figure.add(index, givenSolids(shapes, 'housing'))
    figure.add(world, axle(inbound, subject))
  }
  if (anatomy.ground.length > 0)
    figure.add(world, [...givenSolids(anatomy.ground, 'stand'), ...posts(subject)])

  const start: BodyPoint = { body: first.index, point: first.inbound.onChild }
  const end: BodyPoint = { body: last.index, point: last.tip }
  const line = bodies.map(({ index, inbound }) => ({ body: index, point: inbound.onChild }))
  return {
    traces: anatomy.loops.length > 0 ? [start] : [start, end],
    ghosts: { count: 5, interval: 0.12, lines: [[...line, end]], dotEach: 0, behind: 0.01 * size },
    hub: () => 0.02 * size
  }
}
