import type { Vector3 } from '../types/mechanism.js'
import { type Mass, principalOf } from '../xml/inertia.js'
import { cross, type Pose, rotate, rotationOfAxes } from '../xml/pose.js'
import type { Solid } from './geoms.js'

/**
 * The solid that a geom with a primitive type and a mesh is in MuJoCo: from the box that has the
 * inertia of the mesh, along its principal axes, the longest one z. In the frame of the geom.
 */
export function fittedSolid(
  type: Solid['type'],
  mesh: Mass,
  scale: number
): { readonly solid: Solid; readonly pose: Pose } {
  const { moments, rotation } = sortedPrincipal(mesh)
  const sum = moments[0] + moments[1] + moments[2]
  const box = moments.map(
    (moment) => scale * Math.sqrt(Math.max(0, (1.5 * (sum - 2 * moment)) / mesh.mass))
  ) as unknown as Vector3
  return {
    solid: { type, half: halfSizes(type, box) },
    pose: { position: mesh.centerOfMass, rotation }
  }
}

function halfSizes(type: Solid['type'], [x, y, z]: Vector3): Vector3 {
  const across = (x + y) / 2
  switch (type) {
    case 'sphere': {
      const radius = (x + y + z) / 3
      return [radius, radius, radius]
    }
    case 'capsule':
      return [across, across, Math.max(0, z - across / 2)]
    case 'cylinder':
      return [across, across, z]
    default:
      return [x, y, z]
  }
}

/** Principal moments in descending order, with their axes. */
function sortedPrincipal({ inertia }: Mass) {
  const { moments, rotation } = principalOf(inertia)
  const axis = (i: number): Vector3 =>
    rotate(rotation, [Number(i === 0), Number(i === 1), Number(i === 2)])
  const [first = 0, second = 1, third = 2] = [0, 1, 2].sort((a, b) => moments[b]! - moments[a]!)
  const [x, y] = [axis(first), axis(second)]
  const sorted: Vector3 = [moments[first]!, moments[second]!, moments[third]!]
  return { moments: sorted, rotation: rotationOfAxes(x, y, cross(x, y)) }
}
