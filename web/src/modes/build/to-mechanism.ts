import type { Body, Coupling, Frame, Joint, Loop, Mechanism, Shape, Vector3 } from 'linkwork'
import { massOf, type Place, shapesOf, type Wheel } from './bars.ts'
import { blockName, bodiesOf, ground, type Join, treeOf } from './joining.ts'
import {
  angleOf,
  linkOf,
  pointOf,
  radiiOf,
  type Sketch,
  type SketchGear,
  type SketchLink,
  type SketchSpring
} from './sketch.ts'

/** A mechanism file, and the joints that motors turn, with their speeds [rad/s]. */
export interface Drawn {
  readonly mechanism: Mechanism
  readonly turns: Readonly<Record<string, number>>
}

/** Where a body's frame is: its origin in the world's x–z plane, and how far it is turned. */
interface Pose {
  readonly x: number
  readonly z: number
  readonly angle: number
}

/** Counterclockwise as one looks along +y. */
const axis: Vector3 = [0, -1, 0]
/** From x–y of a planar joint to x–z. */
const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const
const gravity: Vector3 = [0, 0, -9.81]
/** Both halves of a spring: enough to move at all [kg, m]. */
const [springMass, springRadius] = [0.02, 0.004]

/**
 * The mechanism that a sketch draws: a tree of pins and slides, and loops where links close cycles.
 * Angles are those next to `near`, by joint, where whole turns are told apart.
 */
export function toMechanism(sketch: Sketch, near: Readonly<Record<string, number>> = {}): Drawn {
  const tree = treeOf(sketch)
  const poses = posesOf(sketch)
  const poseOf = (body: string) => poses.get(body) ?? { x: 0, z: 0, angle: 0 }
  const q: Record<string, number[]> = {}
  const joints: Joint[] = [
    ...tree.free.map((body): Joint => {
      const { x, z, angle } = poseOf(body)
      q[jointName({ kind: 'pin', point: '', parent: ground, child: body })] = [x, z, angle]
      const frame: Frame = { position: [0, 0, 0], rotation: upright }
      const name = jointName({ kind: 'pin', point: '', parent: ground, child: body })
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
  const angles = anglesOf(tree.joins)
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

/** The name of a joint of the tree, which stays the same while more is drawn. */
export function jointName({ kind, point, child }: Join): string {
  if (point === '') return `${child} free`
  return kind === 'slide' ? `${child} slides` : `${child} at ${point}`
}

/** An angle, whole turns apart, that is next to another one. */
const nextTo = (angle: number, other = angle) =>
  angle + 2 * Math.PI * Math.round((other - angle) / (2 * Math.PI))

/** Every link's frame is at its first point and turned to its second. */
function posesOf(sketch: Sketch): Map<string, Pose> {
  const links = sketch.links.map((link): [string, Pose] => {
    const { x, z } = pointOf(sketch, link.points[0] ?? '')
    return [link.id, { x, z, angle: angleOf(sketch, link) }]
  })
  const blocks = sketch.sliders.map(({ id, point, on }): [string, Pose] => {
    const { x, z } = pointOf(sketch, point)
    const carrier = on === undefined || linkOf(sketch, on).fixed ? undefined : linkOf(sketch, on)
    return [blockName(id), { x, z, angle: carrier ? angleOf(sketch, carrier) : 0 }]
  })
  return new Map([...links.filter(([id]) => !linkOf(sketch, id).fixed), ...blocks])
}

/** A place of the world as a body sees it. */
function local({ x, z, angle }: Pose, at: { readonly x: number; readonly z: number }): Place {
  const [dx, dz] = [at.x - x, at.z - z]
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [c * dx + s * dz, -s * dx + c * dz]
}

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
  // Along the line from where it is nearest to the carrier's origin, whichever of the two is the parent.
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

/** The joints whose angles add up to that of a body. */
function anglesOf(joins: readonly Join[]): ReadonlyMap<string, readonly string[]> {
  const angles = new Map<string, readonly string[]>()
  for (const join of joins) {
    const before = angles.get(join.parent) ?? []
    angles.set(join.child, join.kind === 'pin' ? [...before, jointName(join)] : before)
  }
  return angles
}

/** Seen from the carrier c of both: (φ_b − φ_c) ± ratio (φ_a − φ_c) stays what it is. */
function couplingOf(
  sketch: Sketch,
  { id, a, b, ratio, inner }: SketchGear,
  angles: ReadonlyMap<string, readonly string[]>,
  q: Readonly<Record<string, readonly number[]>>
): Coupling {
  const factor = inner ? -ratio : ratio
  const carrier = carrierOf(sketch, a.point, b.point) ?? ground
  const coefficients = new Map<string, number>()
  const add = (body: string, by: number) => {
    const isFixed = body === ground || linkOf(sketch, body).fixed
    for (const joint of isFixed ? [] : (angles.get(body) ?? []))
      coefficients.set(joint, (coefficients.get(joint) ?? 0) + by)
  }
  add(b.link, 1)
  add(a.link, factor)
  add(carrier, -1 - factor)
  const terms = [...coefficients]
    .filter(([, coefficient]) => Math.abs(coefficient) > 1e-12)
    .map(([joint, coefficient]) => ({ joint, coefficient }))
  const offset = terms.reduce((sum, term) => sum + term.coefficient * (q[term.joint]?.[0] ?? 0), 0)
  return { name: id, terms, offset }
}

/** What keeps the middles of two wheels apart: the link through both, or the ground. */
function carrierOf(sketch: Sketch, one: string, other: string): string | undefined {
  const holds = sketch.links.find(({ points }) => points.includes(one) && points.includes(other))
  if (holds) return holds.fixed ? ground : holds.id
  const isFixed = (id: string) =>
    pointOf(sketch, id).ground ||
    sketch.links.some((link) => link.fixed && link.points.includes(id))
  return isFixed(one) && isFixed(other) ? ground : undefined
}

/** The gears whose wheels stay in touch. */
export const meshing = (sketch: Sketch): SketchGear[] =>
  sketch.gears.filter(({ a, b }) => carrierOf(sketch, a.point, b.point) !== undefined)

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
  const wheel = wheelOf(sketch, link)
  return { name, ...massOf(link, places, wheel), shapes: shapesOf(link, places, wheel, layer) }
}

/** What is part of the ground, to be seen; a drawing of nothing is a mechanism that has no more. */
function frameOf(sketch: Sketch, isEmpty: boolean): { bodies: Body[]; joints: Joint[] } {
  const fixed = sketch.links.filter(({ fixed }) => fixed)
  if (fixed.length === 0 && !isEmpty) return { bodies: [], joints: [] }
  const shapes = fixed.flatMap((link) => {
    const places = link.points.map((id): Place => [pointOf(sketch, id).x, pointOf(sketch, id).z])
    return shapesOf(link, places, wheelOf(sketch, link), -1)
  })
  const speck: Shape = { type: 'sphere', radius: 1e-4 }
  const name = 'frame'
  return {
    bodies: [{ name, mass: 1, inertia: [1, 1, 1], shapes: [speck, ...shapes] }],
    joints: [{ name, type: 'fixed', parent: ground, child: name }]
  }
}

/** A block lies along its line. */
function turned({ sliders }: Sketch, block: string): Frame {
  const { angle = 0 } = sliders.find(({ id }) => blockName(id) === block) ?? {}
  return { position: [0, 0, 0], rotation: [0, -Math.sin(angle / 2), 0, Math.cos(angle / 2)] }
}

/** The largest of the gears that are one with a link; a link about one point is a wheel anyhow. */
function wheelOf(sketch: Sketch, link: SketchLink): Wheel {
  const wheels = sketch.gears.flatMap((gear): Wheel[] => {
    const [a, b] = radiiOf(sketch, gear)
    return [
      ...(gear.a.link === link.id ? [{ radius: a, isRing: gear.inner === true }] : []),
      ...(gear.b.link === link.id ? [{ radius: b, isRing: false }] : [])
    ]
  })
  const bare = { radius: link.points.length === 1 ? 2 * link.width : 0, isRing: false }
  return wheels.reduce((best, each) => (each.radius > best.radius ? each : best), wheels[0] ?? bare)
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
  const moment = (springMass * length ** 2) / 12
  const half = (name: string, side: 1 | -1): Body => ({
    name,
    mass: springMass,
    centerOfMass: [(side * length) / 4, 0, 0],
    inertia: [moment, moment, moment],
    shapes: [
      {
        type: 'cylinder',
        radius: side > 0 ? 2 * springRadius : springRadius,
        length: 0.55 * length,
        frame: {
          position: [side * 0.275 * length, 0, 0],
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
