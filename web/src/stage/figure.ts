/**
 * What is drawn of a mechanism: meshes that ride on bodies. A dressing fills it once; every frame it
 * is moved by the poses.
 */
import {
  type BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  Quaternion,
  Vector3
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { world } from './anatomy.ts'
import type { Palette } from './materials.ts'

const position = new Vector3()
const rotation = new Quaternion()
const matrix = new Matrix4()
const unit = new Vector3(1, 1, 1)

/** Merges painted geometries into one; indexed and plain ones may be mixed. The pieces are spent. */
export function merged(pieces: readonly BufferGeometry[]): BufferGeometry {
  const plain = pieces.map((piece) => (piece.index ? piece.toNonIndexed() : piece))
  const whole = mergeGeometries(plain)
  for (const piece of [...pieces, ...plain]) piece.dispose()
  return whole
}

/** Pose of body `index` out of the flat array, as a matrix. */
export function poseMatrix(poses: Float64Array, index: number, into: Matrix4): Matrix4 {
  const at = 7 * index
  position.set(poses[at] as number, poses[at + 1] as number, poses[at + 2] as number)
  rotation.set(
    poses[at + 3] as number,
    poses[at + 4] as number,
    poses[at + 5] as number,
    poses[at + 6] as number
  )
  return into.compose(position, rotation, unit)
}

interface Instances {
  readonly mesh: InstancedMesh
  readonly bodies: readonly number[]
  readonly local: readonly Matrix4[]
}

export class Figure {
  readonly group = new Group()
  /** Bodies that a mesh draws: one, or one an instance. */
  readonly parts = new Map<Object3D, readonly number[]>()
  private readonly riders: { node: Object3D; body: number }[] = []
  private readonly instances: Instances[] = []

  constructor(readonly palette: Palette) {}

  /** Adds painted pieces that ride on a body (or stand on the ground), as one mesh. */
  add(body: number, pieces: readonly BufferGeometry[], cast = true): Mesh {
    const mesh = new Mesh(merged(pieces), this.palette.material)
    mesh.castShadow = cast
    mesh.receiveShadow = true
    this.parts.set(mesh, [body])
    mesh.matrixAutoUpdate = false
    mesh.matrixWorldAutoUpdate = true
    this.group.add(mesh)
    if (body !== world) this.riders.push({ node: mesh, body })
    return mesh
  }

  /** Adds one painted shape many times, copy i placed by `local[i]` in the frame of `bodies[i]`. */
  addMany(
    geometry: BufferGeometry,
    bodies: readonly number[],
    local: readonly Matrix4[],
    cast = true
  ): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.palette.material, bodies.length)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.castShadow = cast
    mesh.receiveShadow = true
    mesh.frustumCulled = false
    this.parts.set(mesh, bodies)
    this.group.add(mesh)
    this.instances.push({ mesh, bodies, local })
    return mesh
  }

  /** Moves everything to the given poses (stage's frame, seven numbers a body). */
  pose(poses: Float64Array): void {
    for (const { node, body } of this.riders) {
      poseMatrix(poses, body, node.matrix)
      node.matrixWorldNeedsUpdate = true
    }
    for (const { mesh, bodies, local } of this.instances) {
      for (let i = 0; i < bodies.length; i++) {
        const body = bodies[i] as number
        const place = local[i] as Matrix4
        if (body === world) matrix.copy(place)
        else poseMatrix(poses, body, matrix).multiply(place)
        mesh.setMatrixAt(i, matrix)
      }
      mesh.instanceMatrix.needsUpdate = true
      mesh.boundingSphere = null
    }
  }

  dispose(): void {
    for (const child of this.group.children) {
      if (child instanceof Mesh) child.geometry.dispose()
      if (child instanceof InstancedMesh) child.dispose()
    }
    this.group.clear()
    this.group.removeFromParent()
  }
}
