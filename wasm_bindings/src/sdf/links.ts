import type { Body, Collider, Shape, Vector3, Vector6 } from '../types/mechanism.js'
import { colorOf } from '../xml/color.js'
import type { Element } from '../xml/element.js'
import { compose, frameOf, type Pose, rotateInertia, turnFromZ } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { flag, magnitude, number, vector } from '../xml/values.js'
import { poseOf } from './frames.js'
import type { Part } from './models.js'

/** The body of a link; without <inertial> it has SDF's mass of 1 and inertia of 1. */
export function bodyOf({ element, name }: Part, remarks: Remarks): Body {
  const shapes = element.all('visual').flatMap((visual) => shapeOf(visual))
  const look = shapes.length > 0 ? { shapes } : {}
  const inertial = element.one('inertial')
  if (inertial?.text('auto') !== undefined && flag(inertial, 'auto', false))
    remarks.once('auto', inertial, 'inertia of collisions is not computed: what is given counts')
  const value = (parent: Element | undefined, tag: string, usual: number) => {
    const found = parent?.one(tag)
    return found ? number(found, '') : usual
  }
  const mass = inertial?.one('mass')
  const matrix = inertial?.one('inertia')
  const [xx, yy, zz] = ['ixx', 'iyy', 'izz'].map((tag) => value(matrix, tag, 1)) as [
    number,
    number,
    number
  ]
  const [xy, xz, yz] = ['ixy', 'ixz', 'iyz'].map((tag) => value(matrix, tag, 0)) as [
    number,
    number,
    number
  ]
  const inertia: Vector6 = [xx, yy, zz, xy, xz, yz]
  const { position, rotation } = inertial ? poseOf(inertial) : poseOf(element.with({}, []))
  return {
    name,
    mass: mass ? magnitude(mass, '') : 1,
    centerOfMass: position,
    inertia: rotateInertia(rotation, inertia),
    ...look
  }
}

/** A solid as the mechanism file has it; nothing for other files and what has no size. */
function solidOf(geometry: Element) {
  const [solid] = geometry.children
  if (!solid) return undefined
  const size = (tag: string) => magnitude(solid.need(tag), '')
  switch (solid.tag) {
    case 'box': {
      const edges = vector(solid.need('size'), '')
      return Math.min(...edges) > 0 ? ({ type: 'box', size: edges } as const) : undefined
    }
    case 'sphere':
      return size('radius') > 0 ? ({ type: 'sphere', radius: size('radius') } as const) : undefined
    case 'cylinder':
    case 'capsule': {
      const [radius, length] = [size('radius'), size('length')]
      return radius > 0 && length > 0 ? ({ type: solid.tag, radius, length } as const) : undefined
    }
    case 'ellipsoid':
      return { type: 'ellipsoid', semiAxes: vector(solid.need('radii'), '') } as const
    default:
      return undefined
  }
}

function shapeOf(visual: Element): Shape[] {
  const geometry = visual.one('geometry')
  const solid = geometry && solidOf(geometry)
  if (!solid) return []
  const pose = poseOf(visual)
  const color = colorIn(visual)
  return [
    {
      ...solid,
      ...frameOf(pose),
      ...(color === undefined ? {} : { color })
    }
  ]
}

/** Of what it scatters; undefined where it has none. */
export function colorIn(visual: Element): string | undefined {
  const diffuse = visual.one('material')?.one('diffuse')?.content
  return diffuse === undefined ? undefined : colorOf(diffuse)
}

/** Colliders of a link, on a body whose frame is that of the link, or on the world. */
export function collidersOf(
  { element }: Part,
  body: string,
  at: Pose,
  remarks: Remarks
): Collider[] {
  return element.all('collision').flatMap((collision): Collider[] => {
    const geometry = collision.one('geometry')
    const mu = collision.one('surface')?.one('friction')?.one('ode')?.one('mu')
    const friction = mu ? magnitude(mu, '') : 1
    const pose = compose(at, poseOf(collision))
    const plane = geometry?.one('plane')
    if (plane && body === 'world') {
      const normal = plane.one('normal')
      const up: Vector3 = normal ? vector(normal, '') : [0, 0, 1]
      const rotation = compose(pose, { position: [0, 0, 0], rotation: turnFromZ(up) })
      return [{ body, type: 'plane', frame: rotation, friction }]
    }
    const solid = geometry && solidOf(geometry)
    if (!solid || solid.type === 'ellipsoid') {
      const kind = geometry?.children[0]?.tag ?? 'nothing'
      remarks.once(`collider ${kind}`, collision, `a ${kind} touches nothing: no collider is made`)
      return []
    }
    return [{ body, ...solid, ...frameOf(pose), friction }]
  })
}
