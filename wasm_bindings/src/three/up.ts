import type { Object3D } from 'three'
import { described } from '../checks.js'
import { MechanismError } from '../errors.js'

/** Turns an object whose z points up, so it fits into the scene. */
export function turnUp(object: Object3D, up: 'y' | 'z' = 'y'): void {
  if (up !== 'y' && up !== 'z')
    throw new MechanismError(`up: expected 'y' or 'z', found ${described(up)}`)
  if (up === 'y') object.rotation.x = -Math.PI / 2
}
