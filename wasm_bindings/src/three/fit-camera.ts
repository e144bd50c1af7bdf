import {
  Box3,
  type InstancedMesh,
  type Object3D,
  type OrthographicCamera,
  type PerspectiveCamera,
  Sphere,
  Vector3
} from 'three'
import { described, finiteNumber, reading } from '../checks.js'
import { MechanismError } from '../errors.js'

/**
 * Moves a camera along its line of sight until an object fills the picture, and looks at its middle,
 * which is returned: the target of controls. `margin` is the part of the picture that stays free.
 */
export function fitCamera(
  camera: PerspectiveCamera | OrthographicCamera,
  object: Object3D,
  margin = 0.1
): Vector3 {
  const part = finiteNumber(margin, 'margin')
  if (!(part >= 0 && part < 1))
    throw new MechanismError(
      `margin: expected 0 or more and less than 1, found ${described(margin)}`
    )
  if (reading('camera', () => camera?.isCamera) !== true)
    throw new MechanismError(`camera: expected a camera, found ${described(camera)}`)
  object.updateWorldMatrix(true, true)
  object.traverse(updateBounds)
  const { center, radius } = new Box3().setFromObject(object).getBoundingSphere(new Sphere())
  if (!(radius > 0)) throw new MechanismError('object: expected something that can be seen')
  const wanted = radius / (1 - part)
  const sight = camera.getWorldDirection(new Vector3())
  if ('isOrthographicCamera' in camera) {
    const smaller = Math.min(camera.right - camera.left, camera.top - camera.bottom)
    camera.zoom = smaller / (2 * wanted)
    camera.position.copy(center).addScaledVector(sight, -2 * wanted)
  } else {
    const upwards = (camera.fov * Math.PI) / 360
    const sideways = Math.atan(Math.tan(upwards) * camera.aspect)
    const distance = wanted / Math.sin(Math.min(upwards, sideways))
    camera.position.copy(center).addScaledVector(sight, -distance)
    camera.near = Math.min(camera.near, (distance - radius) / 2)
    camera.far = Math.max(camera.far, distance + 2 * radius)
  }
  camera.lookAt(center)
  camera.updateProjectionMatrix()
  return center
}

/** Boxes of geometries and of instances, which three.js keeps from the first use on. */
function updateBounds(part: Object3D): void {
  const { geometry, computeBoundingBox } = part as Partial<InstancedMesh>
  geometry?.computeBoundingBox()
  computeBoundingBox?.call(part)
}
