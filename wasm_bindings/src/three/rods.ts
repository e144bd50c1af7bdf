import {
  type BufferGeometry,
  InstancedMesh,
  type Material,
  Matrix4,
  Quaternion,
  Vector3
} from 'three'
import type { Rod } from './parts.js'

const yAxis = new Vector3(0, 1, 0)

/** The massless rods of a mechanism, which ride on no body: each lies between two of them. */
export class Rods {
  readonly mesh: InstancedMesh

  // Scratch of `update`.
  readonly #from = new Vector3()
  readonly #along = new Vector3()
  readonly #scale = new Vector3()
  readonly #turn = new Quaternion()
  readonly #matrix = new Matrix4()

  constructor(
    readonly rods: readonly Rod[],
    unit: BufferGeometry,
    material: Material
  ) {
    this.mesh = new InstancedMesh(unit, material, rods.length)
    this.mesh.frustumCulled = false // its bounds move with the bodies
    this.mesh.castShadow = true
    this.mesh.receiveShadow = true
  }

  /** Moves every rod to the bodies' poses; an end without body stands on the ground. */
  update(bodies: readonly Matrix4[]): void {
    for (const [i, { parent, onParent, child, onChild }] of this.rods.entries()) {
      const from = at(onParent, bodies[parent], this.#from)
      const along = at(onChild, bodies[child], this.#along).sub(from)
      const length = along.length()
      this.#turn.setFromUnitVectors(yAxis, along.divideScalar(length))
      this.#matrix.compose(from, this.#turn, this.#scale.set(1, length, 1))
      this.mesh.setMatrixAt(i, this.#matrix)
    }
    this.mesh.instanceMatrix.needsUpdate = true
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.dispose()
  }
}

function at(point: Vector3, body: Matrix4 | undefined, into: Vector3): Vector3 {
  into.copy(point)
  return body ? into.applyMatrix4(body) : into
}
