/** Massless rods, which ride on no body: each is drawn between points of the two that it joins. */
import { InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three'
import { type Anatomy, type JointAnatomy, world } from './anatomy.ts'
import { merged, poseMatrix } from './figure.ts'
import type { Palette } from './materials.ts'
import { cylinder } from './shapes/solids.ts'

const zAxis = new Vector3(0, 0, 1)
const matrix = new Matrix4()
const from = new Vector3()
const along = new Vector3()
const scale = new Vector3()
const turn = new Quaternion()

export class Struts {
  readonly mesh: InstancedMesh
  private readonly rods: readonly JointAnatomy[]

  /** `radius` [m] of the drawn rods. */
  constructor(anatomy: Anatomy, palette: Palette, radius: number) {
    this.rods = anatomy.loops.filter(({ type }) => type === 'rod')
    const unit = merged([cylinder(radius, 0, 1, 'pin', 16)])
    this.mesh = new InstancedMesh(unit, palette.material, this.rods.length)
    this.mesh.frustumCulled = false
    this.mesh.castShadow = true
    this.mesh.receiveShadow = true
  }

  /** Moves the rods to the bodies' poses (stage's frame, seven numbers a body). */
  update(poses: Float64Array): void {
    for (const [i, rod] of this.rods.entries()) {
      at(poses, rod.parent, rod.onParent, from)
      at(poses, rod.child, rod.onChild, along).sub(from)
      const length = along.length()
      turn.setFromUnitVectors(zAxis, along.divideScalar(length))
      this.mesh.setMatrixAt(i, matrix.compose(from, turn, scale.set(1, 1, length)))
    }
    this.mesh.instanceMatrix.needsUpdate = true
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.dispose()
  }
}

function at(poses: Float64Array, body: number, point: Vector3, into: Vector3): Vector3 {
  into.copy(point)
  return body === world ? into : into.applyMatrix4(poseMatrix(poses, body, matrix))
}
