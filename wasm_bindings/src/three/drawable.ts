import {
  Box3,
  type BufferAttribute,
  type BufferGeometry,
  InterleavedBufferAttribute,
  type Material,
  Mesh,
  type Object3D,
  Texture
} from 'three'
import { MechanismError } from '../errors.js'

/** Squares of larger coordinates are not finite in the single precision of graphics. */
const farthest = 1e18

export function meshesIn(object: Object3D): Mesh[] {
  const meshes: Mesh[] = []
  object.traverse((each) => {
    if (each instanceof Mesh) meshes.push(each)
  })
  return meshes
}

/**
 * Throws MechanismError if there is nothing to see, if it is nowhere, or if graphics would report an
 * error at every frame.
 */
export function requireDrawable(object: Object3D): void {
  const meshes = meshesIn(object)
  let corners = 0
  for (const { geometry, material } of meshes) {
    corners += requireWhole(geometry)
    for (const each of [material].flat()) requireCoordinates(each)
  }
  if (corners < 3) throw new MechanismError('holds no triangles')
}

/** Whether an object is where graphics can draw it. */
export function isNear(object: Object3D): boolean {
  const { min, max } = new Box3().setFromObject(object)
  return [...min.toArray(), ...max.toArray()].every((bound) => Math.abs(bound) < farthest)
}

/** The corners of its triangles, each of which has all that belongs to it. */
function requireWhole({ attributes, index }: BufferGeometry): number {
  const { position } = attributes
  if (!position || position.count === 0) return 0
  if (position.itemSize !== 3)
    throw new MechanismError(`expected corners of 3 numbers, found ${position.itemSize}`)
  for (let i = 0; i < position.count; i++)
    if (!Number.isFinite(position.getX(i) + position.getY(i) + position.getZ(i)))
      throw new MechanismError('holds numbers that are not finite')
  for (const [name, { count, itemSize }] of Object.entries(attributes)) {
    if (count < position.count)
      throw new MechanismError(`expected ${name} of ${position.count} corners, found ${count}`)
    if (itemSize > 4) throw new MechanismError(`expected ${name} of up to 4 numbers`)
  }
  if (index) requireIndices(index, position.count)
  return index?.count ?? position.count
}

function requireIndices(index: BufferAttribute, corners: number): void {
  const isInterleaved = index instanceof InterleavedBufferAttribute
  if (isInterleaved || !/^Uint/.test(index.array.constructor.name))
    throw new MechanismError('expected whole numbers as corners of triangles')
  for (let i = 0; i < index.count; i++)
    if (index.getX(i) >= corners)
      throw new MechanismError(`names corner ${index.getX(i)} of ${corners}`)
}

/** Shaders of three.js know four sets of coordinates. */
function requireCoordinates(material: Material): void {
  for (const value of Object.values(material))
    if (value instanceof Texture && ![0, 1, 2, 3].includes(value.channel))
      throw new MechanismError(`expected texture coordinates 0 to 3, found ${value.channel}`)
}
