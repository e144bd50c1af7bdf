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
const fixed = new Matrix4()

/** Rods and tendons of copies of a mechanism, which ride on no body: each lies between two. */
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
    material: Material,
    readonly copies = 1
  ) {
    this.mesh = new InstancedMesh(unit, material, copies * rods.length)
    this.mesh.frustumCulled = false // its bounds move with the bodies
    this.mesh.castShadow = true
    this.mesh.receiveShadow = true
  }

  /** Moves every rod of a copy to its bodies' poses; an end without body is fixed to its ground. */
  update(bodies: readonly Matrix4[], copy = 0, ground = fixed): void {
    for (const [i, rod] of this.rods.entries()) {
      const { parent, onParent, child, onChild, thickness = 1 } = rod
      const from = at(onParent, bodies[parent] ?? ground, this.#from)
      const along = at(onChild, bodies[child] ?? ground, this.#along).sub(from)
      const length = along.length()
      if (length > 0) this.#turn.setFromUnitVectors(yAxis, along.divideScalar(length))
      this.#scale.set(thickness, length, thickness)
      this.#matrix.compose(from, this.#turn, this.#scale)
      this.mesh.setMatrixAt(i * this.copies + copy, this.#matrix)
    }
    this.mesh.instanceMatrix.needsUpdate = true
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.dispose()
  }
}

function at(point: Vector3, body: Matrix4, into: Vector3): Vector3 {
  return into.copy(point).applyMatrix4(body)
}
