/** The axes that joints turn about or slide along, as thin lines through the joints. */
import { Matrix4, type Object3D, Vector3 } from 'three'
import { type Anatomy, type JointAnatomy, world } from './anatomy.ts'
import { FatLine } from './fat-line.ts'
import { poseMatrix } from './figure.ts'
import type { Theme } from './theme.ts'

const withAxis = new Set(['revolute', 'prismatic', 'helical', 'cylindrical', 'universal', 'planar'])

const matrix = new Matrix4()
const at = new Vector3()
const along = new Vector3()

export class JointAxes {
  private readonly line: FatLine
  private readonly joints: readonly JointAnatomy[]

  /** `reach` is the length of an axis to either side of its joint [m]. */
  constructor(
    anatomy: Anatomy,
    private readonly reach: number
  ) {
    this.joints = [...anatomy.joints, ...anatomy.loops].filter(
      (joint) => withAxis.has(joint.type) && joint.child !== world
    )
    this.line = new FatLine(this.joints.length, { width: 1, depthTest: false })
    this.line.object.renderOrder = 6
  }

  get object(): Object3D {
    return this.line.object
  }

  get shown(): boolean {
    return this.line.count > 0
  }

  set shown(on: boolean) {
    this.line.count = on ? this.joints.length : 0
  }

  setTheme(theme: Theme): void {
    this.line.material.color.set(theme.text3)
  }

  update(poses: Float64Array): void {
    for (const [i, joint] of this.joints.entries()) {
      poseMatrix(poses, joint.child, matrix)
      at.copy(joint.onChild).applyMatrix4(matrix)
      along.copy(joint.childAxis).transformDirection(matrix).multiplyScalar(this.reach)
      const [x, y, z] = [at.x, at.y, at.z]
      this.line.set(i, x - along.x, y - along.y, z - along.z, x + along.x, y + along.y, z + along.z)
    }
    this.line.commit()
  }

  dispose(): void {
    this.line.dispose()
  }
}
