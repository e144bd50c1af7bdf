import type { Body, Frame, Joint, Loop, Mechanism, Shape, Vector3 } from 'linkwork'
import { massOf, type Place, shapesOf } from './bars.ts'
import { beltShapes } from './belts.ts'
import { anglesOf, couplingOf, meshing, rollingWheelOf, wheelOf } from './gearing.ts'
import { blockName, bodiesOf, ground, type Join, jointName, treeOf } from './joining.ts'
import { local, type Pose, posesOf } from './poses.ts'
import { angleOf, linkOf, pointOf, type Sketch, type SketchSpring } from './sketch.ts'

/** A mechanism file, and the joints that motors turn, with their speeds [rad/s]. */
export interface Drawn {
  readonly mechanism: Mechanism
  readonly turns: Readonly<Record<string, number>>
}

/** Counterclockwise as one looks along +y. */
const axis: Vector3 = [0, -1, 0]
/** From x–y of a planar joint to x–z. */
const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const
const gravity: Vector3 = [0, 0, -9.81]
/** Both halves of a spring: enough to move at all [kg, m]. */
const [springMass, springRadius] = [0.02, 0.004]

/**
 * Returns the mechanism of a sketch: a tree of pins and slides, and loops where links close cycles.
 * Angles are the nearest ones to `near`, by joint, if whole turns matter.
 */
export function toMechanism(sketch: Sketch, near: Readonly<Record<string, number>> = {}): Drawn {
  const tree = treeOf(sketch)
  const poses = posesOf(sketch)
  const poseOf = (body: string) => poses.get(body) ?? { x: 0, z: 0, angle: 0 }
  const q: Record<string, number[]> = {}
  const joints: Joint[] = [
    ...tree.free.map((body): Joint => {
      const { x, z, angle } = poseOf(body)
      const name = jointName({ kind: 'pin', point: '', child: body })
      q[name] = [x, z, angle]
      const frame: Frame = { position: [0, 0, 0], rotation: upright }
      return {
        name,
        type: 'planar',
        parent: ground,
        child: body,
        parentFrame: frame,
        childFrame: frame
      }
    }),
    ...tree.joins.map((join): Joint => {
      const { name, value, ...joint } = jointOf(sketch, poseOf, join)
      q[name] = [join.kind === 'pin' ? nextTo(value, near[name]) : value]
      return { name, ...joint }
    })
  ]
  const loops: Loop[] = tree.loops.map((join) => {
    const { value: _, ...loop } = jointOf(sketch, poseOf, join)
    return loop
  })
  const angles = anglesOf(
    tree.joins.map((join) => ({ ...join, name: jointName(join), turns: join.kind === 'pin' }))
  )
  const couplings = meshing(sketch).map((gear) => couplingOf(sketch, gear, angles, q))
  const bodies = bodiesOf(sketch).map((name, layer) => bodyOf(sketch, poseOf(name), name, layer))
  const springs = sketch.springs.map((spring) => springOf(sketch, spring, poseOf))
  for (const spring of springs) Object.assign(q, spring.q)
  const frame = frameOf(sketch, bodies.length === 0)
  return {
    mechanism: {
      linkwork: 1,
      name: sketch.name,
      gravity,
      bodies: [...bodies, ...springs.flatMap((spring) => spring.bodies), ...frame.bodies],
      joints: [...joints, ...springs.flatMap((spring) => spring.joints), ...frame.joints],
      loops: [...loops, ...springs.map((spring) => spring.loop)],
      couplings: couplings.filter(({ terms }) => terms.length > 1),
      initialState: { q }
    },
    turns: Object.fromEntries(
      sketch.motors.flatMap(({ point, link, speed }) => {
        const join = tree.joins.find(
          (each) => each.kind === 'pin' && each.point === point && each.child === link
        )
        return join ? [[jointName(join), speed] as const] : []
      })
    )
  }
}

/** An angle, whole turns apart, that is next to another one. */
const nextTo = (angle: number, other = angle) =>
  angle + 2 * Math.PI * Math.round((other - angle) / (2 * Math.PI))

const frameAt = ([x, z]: Place): Frame => ({ position: [x, 0, z] })

function jointOf(sketch: Sketch, poseOf: (body: string) => Pose, join: Join) {
  const { parent, child, point, slider } = join
  const name = jointName(join)
  const [from, to] = [poseOf(parent), poseOf(child)]
  const at = pointOf(sketch, point)
  if (join.kind === 'pin')
    return {
      name,
      type: 'revolute' as const,
      parent,
      child,
      axis,
      parentFrame: frameAt(local(from, at)),
      childFrame: frameAt(local(to, at)),
      value: wrapped(to.angle - from.angle)
    }
  // Displacement along the line, from the point nearest to the origin of the link that has the line.
  const { on, angle = 0 } = sketch.sliders.find(({ id }) => id === slider) ?? {}
  const isTurned = child !== blockName(slider ?? '')
  const [carrier, block] = isTurned ? [to, from] : [from, to]
  const base =
    on !== undefined && linkOf(sketch, on).fixed ? angleOf(sketch, linkOf(sketch, on)) : 0
  const [ux, uz] = [Math.cos(angle + base), Math.sin(angle + base)]
  const [px, pz] = local(carrier, at)
  const along = px * ux + pz * uz
  const foot = frameAt([px - along * ux, pz - along * uz])
  const own = frameAt(local(block, at))
  return {
    name,
    type: 'prismatic' as const,
    parent,
    child,
    axis: (isTurned ? [-ux, 0, -uz] : [ux, 0, uz]) as Vector3,
    parentFrame: isTurned ? own : foot,
    childFrame: isTurned ? foot : own,
    value: along
  }
}

const wrapped = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle))

function bodyOf(sketch: Sketch, pose: Pose, name: string, layer: number): Body {
  const link = sketch.links.find(({ id }) => id === name)
  if (!link) {
    const size = 0.03
    const mass = 0.1
    const moment = (mass * size ** 2) / 6
    return {
      name,
      mass,
      inertia: [moment, moment, moment],
      shapes: [
        {
          type: 'box',
          size: [1.6 * size, size, size],
          rounding: 0.002,
          frame: turned(sketch, name)
        }
      ]
    }
  }
  const places = link.points.map((id) => local(pose, pointOf(sketch, id)))
  const plates = shapesOf(link, places, rollingWheelOf(sketch, link), layer)
  return {
    name,
    ...massOf(link, places, wheelOf(sketch, link)),
    shapes: [...plates, ...beltShapes(sketch, name, pose)]
  }
}

/** Shapes of the ground, which are the only part of an empty drawing. */
function frameOf(sketch: Sketch, isEmpty: boolean): { bodies: Body[]; joints: Joint[] } {
  const fixed = sketch.links.filter(({ fixed }) => fixed)
  const belts = beltShapes(sketch, ground, { x: 0, z: 0, angle: 0 })
  if (fixed.length === 0 && belts.length === 0 && !isEmpty) return { bodies: [], joints: [] }
  const shapes = fixed.flatMap((link) => {
    const places = link.points.map((id): Place => [pointOf(sketch, id).x, pointOf(sketch, id).z])
    return shapesOf(link, places, rollingWheelOf(sketch, link), -1)
  })
  const speck: Shape = { type: 'sphere', radius: 1e-4 }
  const name = 'frame'
  return {
    bodies: [{ name, mass: 1, inertia: [1, 1, 1], shapes: [speck, ...shapes, ...belts] }],
    joints: [{ name, type: 'fixed', parent: ground, child: name }]
  }
}

/** A block lies along its line. */
function turned({ sliders }: Sketch, block: string): Frame {
  const { angle = 0 } = sliders.find(({ id }) => blockName(id) === block) ?? {}
  return { position: [0, 0, 0], rotation: [0, -Math.sin(angle / 2), 0, Math.cos(angle / 2)] }
}

/** Two light halves that slide in each other, one pinned to either end. */
function springOf(sketch: Sketch, spring: SketchSpring, poseOf: (body: string) => Pose) {
  const [from, to] = [pointOf(sketch, spring.from), pointOf(sketch, spring.to)]
  const holder = (point: string) =>
    sketch.links.find(({ points, fixed }) => points.includes(point) && !fixed)?.id ?? ground
  const [left, right] = [`${spring.id} barrel`, `${spring.id} rod`]
  const [first, last] = [holder(spring.from), holder(spring.to)]
  const way = Math.atan2(to.z - from.z, to.x - from.x)
  const length = Math.hypot(to.x - from.x, to.z - from.z)
  // Whose ends are brought together it is as long as it is thick.
  const size = Math.max(length, 2 * springRadius)
  const moment = (springMass * size ** 2) / 12
  const half = (name: string, side: 1 | -1): Body => ({
    name,
    mass: springMass,
    centerOfMass: [(side * size) / 4, 0, 0],
    inertia: [moment, moment, moment],
    shapes: [
      {
        type: 'cylinder',
        radius: side > 0 ? 2 * springRadius : springRadius,
        length: 0.55 * size,
        frame: {
          position: [side * 0.275 * size, 0, 0],
          rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2]
        }
      }
    ]
  })
  const joints: Joint[] = [
    {
      name: left,
      type: 'revolute',
      parent: first,
      child: left,
      axis,
      parentFrame: frameAt(local(poseOf(first), from))
    },
    {
      name: right,
      type: 'prismatic',
      parent: left,
      child: right,
      axis: [1, 0, 0],
      stiffness: spring.stiffness,
      damping: spring.damping,
      rest: spring.rest
    }
  ]
  const loop: Loop = {
    name: spring.id,
    type: 'revolute',
    parent: right,
    child: last,
    axis,
    childFrame: frameAt(local(poseOf(last), to))
  }
  const q = { [left]: [wrapped(way - poseOf(first).angle)], [right]: [length] }
  return { bodies: [half(left, 1), half(right, -1)], joints, loop, q }
}
