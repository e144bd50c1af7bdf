import type { Body, Collider, Shape, Vector3 } from '../types/mechanism.js'
import { colorIn } from '../xml/color.js'
import type { Element } from '../xml/element.js'
import { compose, frameOf, type Pose, turnFromZ } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { flag, magnitude, vector } from '../xml/values.js'
import type { Frames } from './frames.js'
import { massOf, solidOf } from './masses.js'
import type { Part } from './models.js'

/** The body of a link; without <inertial> it has SDF's mass of 1 and inertia of 1. */
export function bodyOf(
  link: Part,
  frames: Frames,
  density: number | undefined,
  remarks: Remarks
): Body {
  const shapes = link.element.all('visual').flatMap((each) => {
    const visual = each.tolerant()
    const shape = remarks.optional(() => shapeOf(visual, link, frames))
    return shape ? [shape] : []
  })
  const mass = massOf(link, frames, density, remarks)
  return { name: link.name, ...mass, ...(shapes.length > 0 ? { shapes } : {}) }
}

function shapeOf(visual: Element, { frame, place }: Part, frames: Frames): Shape | undefined {
  const geometry = visual.one('geometry')
  const solid = geometry && solidOf(geometry)
  if (!solid) return undefined
  const pose = frames.inLink(visual, frame, place)
  const color = colorOfVisual(visual)
  return { ...solid, ...frameOf(pose), ...(color === undefined ? {} : { color }) }
}

/** Of what it scatters; undefined where it has none. */
export function colorOfVisual(visual: Element): string | undefined {
  return colorIn(visual.one('material')?.one('diffuse'), '')
}

/** Colliders of a link, on a body whose frame is that of the link, or on the world. */
export function collidersOf(
  { element, frame, place }: Part,
  body: string,
  at: Pose,
  frames: Frames,
  remarks: Remarks
): Collider[] {
  return element.all('collision').flatMap((each): Collider[] => {
    const collision = each.tolerant()
    const geometry = collision.one('geometry')
    const friction = frictionOf(collision.one('surface')?.one('friction'), remarks)
    const pose = compose(at, frames.inLink(collision, frame, place))
    const plane = geometry?.one('plane')
    if (plane && body === 'world') {
      const normal = plane.one('normal')
      const up: Vector3 = normal ? vector(normal, '') : [0, 0, 1]
      const rotation = compose(pose, { position: [0, 0, 0], rotation: turnFromZ(up) })
      return [{ body, type: 'plane', frame: rotation, ...friction }]
    }
    const solid = geometry && solidOf(geometry)
    if (!solid || solid.type === 'ellipsoid') {
      const kind = geometry?.children[0]?.tag ?? 'nothing'
      remarks.once(`collider ${kind}`, collision, `a ${kind} touches nothing: no collider is made`)
      return []
    }
    return [{ body, ...solid, ...frameOf(pose), ...friction }]
  })
}

/**
 * Sliding friction, and torsional friction of a circular patch of contact with Hertz's pressure:
 *
 *   μ_t = 3π/16 μ a      a: radius of the patch
 */
function frictionOf(
  friction: Element | undefined,
  remarks: Remarks
): Pick<Collider, 'friction' | 'torsionalFriction'> {
  const mu = friction?.one('ode')?.one('mu')
  const sliding = { friction: mu ? magnitude(mu, '') : 1 }
  const torsional = friction?.one('torsional')
  if (!torsional) return sliding
  const usesPatch = torsional.one('use_patch_radius')
  if (usesPatch && !flag(usesPatch, '', true)) {
    const why =
      'surface_radius: the patch of a rigid contact has no depth; torsional friction is left out'
    remarks.once('torsional', torsional, why)
    return sliding
  }
  const [coefficient, radius] = [torsional.one('coefficient'), torsional.one('patch_radius')]
  const patch = radius ? magnitude(radius, '') : 0
  const torsionalFriction =
    ((3 * Math.PI) / 16) * (coefficient ? magnitude(coefficient, '') : 1) * patch
  return torsionalFriction > 0 ? { ...sliding, torsionalFriction } : sliding
}
