/**
 * What is drawn of a mechanism: meshes that ride on bodies. A visual style fills it once; every frame it
 * is moved by the poses.
 */
import type { Mechanism } from 'linkwork'
import { type LoadedMeshes, MechanismView } from 'linkwork/three'
import {
  type BufferGeometry,
  Group,
  InstancedMesh,
  type Matrix4,
  Mesh,
  type Object3D,
  Quaternion,
  Vector3
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { type Anatomy, world } from './anatomy.ts'
import type { Palette } from './materials.ts'
import { cylinder } from './shapes/solids.ts'

const position = new Vector3()
const rotation = new Quaternion()
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

/** The package's view of a mechanism without looks of its own, drawn in the stage's. */
export class Figure {
  readonly group: MechanismView
  /** Bodies that a mesh draws: one, or one an instance. */
  readonly parts = new Map<Object3D, readonly number[]>()

  constructor(
    mechanism: Mechanism,
    readonly palette: Palette
  ) {
    this.group = new MechanismView(mechanism, { bare: true, up: 'z' }) // poses come turned upright
  }

  /** Adds painted pieces that ride on a body (or stand on the ground), as one mesh. */
  add(body: number, pieces: readonly BufferGeometry[], cast = true): Mesh {
    const mesh = new Mesh(merged(pieces), this.palette.material)
    mesh.castShadow = cast
    mesh.receiveShadow = true
    this.parts.set(mesh, [body])
    this.group.addToBody(body, mesh)
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
    mesh.castShadow = cast
    mesh.receiveShadow = true
    this.parts.set(mesh, bodies)
    this.group.addInstances(mesh, bodies, local)
    return mesh
  }

  /** Hangs a robot's own visual meshes on its bodies. */
  addMeshes({ meshes }: LoadedMeshes, { body: bodyOf }: Anatomy): void {
    for (const { mesh, object } of meshes) {
      const body = mesh.body === 'world' ? world : bodyOf(mesh.body)?.index
      if (mesh.purpose !== 'visual' || body === undefined) continue
      const upright = new Group().add(object.clone())
      upright.rotation.x = -Math.PI / 2
      upright.traverse((part) => part instanceof Mesh && this.parts.set(part, [body]))
      this.group.addToBody(body, new Group().add(upright))
    }
  }

  /** Adds the massless rods and the tendons of a mechanism, which ride on no body. */
  addRods({ loops, tendons }: Anatomy, radius: number): void {
    const rods = [...loops.filter(({ type }) => type === 'rod'), ...tendons]
    const unit = merged([cylinder(radius, 0, 1, 'pin', 16).rotateX(-Math.PI / 2)])
    this.group.addRods(rods, unit, this.palette.material)
  }

  /** Moves everything to the given poses (stage's frame, seven numbers a body). */
  pose(poses: Float64Array): void {
    this.group.update(poses)
  }

  dispose(): void {
    this.group.dispose()
    this.group.traverse((part) => {
      if (part instanceof Mesh) part.geometry.dispose()
      if (part instanceof InstancedMesh) part.dispose()
    })
    this.group.clear()
    this.group.removeFromParent()
  }
}
