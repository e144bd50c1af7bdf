/** The forces that gravity puts on the bodies: an arrow from each center of mass, to scale. */
import {
  ConeGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3
} from 'three'
import type { Anatomy, BodyAnatomy } from './anatomy.ts'
import { FatLine } from './fat-line.ts'
import { poseMatrix } from './figure.ts'
import type { Theme } from './theme.ts'

const matrix = new Matrix4()
const from = new Vector3()
const to = new Vector3()
const down = new Vector3(0, -1, 0)
const unit = new Vector3(1, 1, 1)

export class Weights {
  readonly group = new Group()
  private readonly bodies: readonly BodyAnatomy[]
  private readonly shafts: FatLine
  private readonly heads: InstancedMesh
  private readonly paint = new MeshBasicMaterial({
    toneMapped: false,
    fog: false,
    depthTest: false
  })
  private readonly turn = new Quaternion()
  /** Meters drawn for a kilogram, along gravity. */
  private readonly perKilogram = new Vector3()

  /** `longest` is the length of the heaviest body's arrow [m]. */
  constructor(anatomy: Anatomy, longest: number) {
    const strong = anatomy.gravity.length() > 0
    this.bodies = strong ? anatomy.bodies.filter((body) => body.mass > 0) : []
    const heaviest = Math.max(0, ...this.bodies.map((body) => body.mass))
    this.perKilogram.copy(anatomy.gravity).normalize()
    this.turn.setFromUnitVectors(down, strong ? this.perKilogram : down)
    this.perKilogram.multiplyScalar(heaviest > 0 ? longest / heaviest : 0)
    this.shafts = new FatLine(this.bodies.length, { width: 1.5, depthTest: false })
    const size = 0.03 * longest
    const cone = new ConeGeometry(size, 3 * size, 12).rotateX(Math.PI).translate(0, 1.5 * size, 0)
    this.heads = new InstancedMesh(cone, this.paint, this.bodies.length)
    this.heads.frustumCulled = false
    this.heads.renderOrder = this.shafts.object.renderOrder = 6
    this.group.add(this.shafts.object, this.heads)
  }

  setTheme(theme: Theme): void {
    this.paint.color.set(theme.text3)
    this.shafts.material.color.set(theme.text3)
  }

  update(poses: Float64Array): void {
    for (const [i, body] of this.bodies.entries()) {
      from.copy(body.centerOfMass).applyMatrix4(poseMatrix(poses, body.index, matrix))
      to.copy(from).addScaledVector(this.perKilogram, body.mass)
      this.shafts.set(i, from.x, from.y, from.z, to.x, to.y, to.z)
      this.heads.setMatrixAt(i, matrix.compose(to, this.turn, unit))
    }
    this.shafts.count = this.bodies.length
    this.shafts.commit()
    this.heads.instanceMatrix.needsUpdate = true
  }

  dispose(): void {
    this.shafts.dispose()
    this.heads.geometry.dispose()
    this.heads.dispose()
    this.paint.dispose()
    this.group.removeFromParent()
  }
}
