import type { Place } from './bars.ts'
import { blockName } from './joining.ts'
import { angleOf, linkOf, pointOf, type Sketch } from './sketch.ts'

/** The pose of a body: its origin in the world's x–z plane, and its angle. */
export interface Pose {
  readonly x: number
  readonly z: number
  readonly angle: number
}

/** Every link's frame is at its first point and turned to its second. */
export function posesOf(sketch: Sketch): Map<string, Pose> {
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

/** Maps a point of the world into the frame of a body. */
export function local(
  { x, z, angle }: Pose,
  at: { readonly x: number; readonly z: number }
): Place {
  const [dx, dz] = [at.x - x, at.z - z]
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [c * dx + s * dz, -s * dx + c * dz]
}
