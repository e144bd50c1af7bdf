/** A coil spring between a point of the world and a point of a body. */
import { CatmullRomCurve3, Matrix4, Mesh, Quaternion, TubeGeometry, Vector3 } from 'three'
import { type Figure, poseMatrix } from '../figure.ts'
import { drawnVector } from '../frames.ts'
import { painted } from '../materials.ts'

const turns = 9
/** Part of the length at either end that runs straight. */
const lead = 0.12

const up = new Vector3(0, 1, 0)
const end = new Vector3()
const scale = new Vector3()
const turn = new Quaternion()
const matrix = new Matrix4()

/** A helix of length 1 along y, drawn in to the axis at both ends. */
function helix(radius: number): CatmullRomCurve3 {
  const steps = 16 * turns
  const points = [new Vector3(0, 0, 0)]
  for (let i = 0; i <= steps; i++) {
    const t = i / steps
    const wide = radius * Math.min(1, 8 * t, 8 * (1 - t))
    const angle = 2 * Math.PI * turns * t
    points.push(
      new Vector3(wide * Math.cos(angle), lead + (1 - 2 * lead) * t, wide * Math.sin(angle))
    )
  }
  points.push(new Vector3(0, 1, 0))
  return new CatmullRomCurve3(points)
}

export class Coil {
  private readonly mesh: Mesh
  private readonly eye: Vector3

  /** `eye` is the point of the body in its own frame, z up. */
  constructor(
    figure: Figure,
    private readonly anchor: Vector3,
    private readonly body: number,
    eye: ArrayLike<number>,
    radius: number
  ) {
    this.eye = drawnVector(eye, new Vector3())
    const tube = new TubeGeometry(helix(radius), 20 * turns, 0.16 * radius, 8)
    this.mesh = new Mesh(painted(tube, 'pin'), figure.palette.material)
    this.mesh.castShadow = true
    this.mesh.receiveShadow = true
    this.mesh.matrixAutoUpdate = false
    this.mesh.frustumCulled = false
    figure.group.add(this.mesh)
  }

  /** Stretches it to where the body is (stage's frame, seven numbers a body). */
  update(poses: Float64Array): void {
    end
      .copy(this.eye)
      .applyMatrix4(poseMatrix(poses, this.body, matrix))
      .sub(this.anchor)
    const length = end.length()
    turn.setFromUnitVectors(up, end.divideScalar(length))
    this.mesh.matrix.compose(this.anchor, turn, scale.set(1, length, 1))
    this.mesh.matrixWorldNeedsUpdate = true
  }
}
