import {
  type ColorRepresentation,
  Group,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Vector3
} from 'three'
import type { Mechanism } from '../types/mechanism.js'
import type { Simulation } from '../types/simulation.js'
import { geometryOf } from './geometries.js'
import { drawingOf, type Part, type Solid } from './parts.js'
import { Rods } from './rods.js'

export interface MechanismViewOptions {
  /**
   * Which way the scene points up. linkwork's z points up; three.js scenes usually have y up:
   * 'y' (default) turns the mechanism to fit, 'z' leaves coordinates as they are.
   */
  readonly up?: 'y' | 'z'
  readonly linkColor?: ColorRepresentation
  readonly jointColor?: ColorRepresentation
  readonly rotorColor?: ColorRepresentation
}

/** Equal solids on several bodies: one draw call. */
interface Batch {
  readonly parts: readonly Part[]
  readonly mesh: InstancedMesh
}

/**
 * Draws any mechanism: bodies by their shapes, or by what they touch with, or links as tapered
 * capsules between joints, joints as pins, sliders and balls, rotors as discs; rods between their balls. Call `update` after
 * stepping; it allocates nothing.
 */
export class MechanismView extends Group {
  readonly #simulation: Simulation | undefined
  readonly #bodies: readonly Matrix4[]
  readonly #batches: readonly Batch[]
  readonly #rods: Rods
  readonly #materials: Readonly<Record<'link' | 'joint' | 'rotor', MeshStandardMaterial>>
  readonly #coloured = new Map<string, MeshStandardMaterial>()

  // Scratch of `update`.
  readonly #position = new Vector3()
  readonly #rotation = new Quaternion()
  readonly #one = new Vector3(1, 1, 1)
  readonly #matrix = new Matrix4()

  constructor(source: Simulation | Mechanism, options: MechanismViewOptions = {}) {
    super()
    const simulated = 'poses' in source
    const mechanism = simulated ? source.mechanism : source
    this.#simulation = simulated ? source : undefined
    this.name = mechanism.name
    if (options.up !== 'z') this.rotation.x = -Math.PI / 2
    this.#bodies = mechanism.bodies.map(() => new Matrix4())
    this.#materials = {
      link: new MeshStandardMaterial({ color: options.linkColor ?? 0xd7dbe0, roughness: 0.55 }),
      joint: new MeshStandardMaterial({ color: options.jointColor ?? 0x3b4654, roughness: 0.5 }),
      rotor: new MeshStandardMaterial({ color: options.rotorColor ?? 0xc8873a, roughness: 0.4 })
    }
    const { parts, rods, rodRadius } = drawingOf(mechanism)
    this.#batches = [...groupBySolid(parts)].map((equal) => this.#batch(equal))
    this.#rods = new Rods(rods, rodRadius, this.#materials.joint)
    if (rods.length > 0) this.add(this.#rods.mesh)
    if (simulated) this.update()
  }

  /**
   * Moves every body to its pose: [x, y, z, qx, qy, qz, qw] a body, in the order of the mechanism.
   * Default: the present poses of the simulation that the view was made for.
   */
  update(poses: ArrayLike<number> | undefined = this.#simulation?.poses): void {
    if (poses?.length !== 7 * this.#bodies.length) {
      const found = poses === undefined ? 'none' : `${poses.length}`
      throw new Error(`MechanismView: poses: expected ${7 * this.#bodies.length}, found ${found}`)
    }
    for (let i = 0; i < this.#bodies.length; i++) {
      const at = 7 * i
      this.#position.fromArray(poses, at)
      this.#rotation.fromArray(poses, at + 3)
      this.#bodies[i]?.compose(this.#position, this.#rotation, this.#one)
    }
    for (const { parts, mesh } of this.#batches) {
      for (let i = 0; i < parts.length; i++) {
        const { body, placement } = parts[i] as Part
        const pose = this.#bodies[body] // none: the ground
        mesh.setMatrixAt(i, pose ? this.#matrix.multiplyMatrices(pose, placement) : placement)
      }
      mesh.instanceMatrix.needsUpdate = true
    }
    this.#rods.update(this.#bodies)
  }

  /** Frees geometries and materials. */
  override dispose(): void {
    for (const { mesh } of this.#batches) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    this.#rods.dispose()
    for (const material of Object.values(this.#materials)) material.dispose()
    for (const material of this.#coloured.values()) material.dispose()
  }

  #batch(parts: readonly Part[]): Batch {
    const { solid } = parts[0] as Part
    const mesh = new InstancedMesh(geometryOf(solid), this.#materialOf(solid), parts.length)
    mesh.frustumCulled = false // its bounds move with the bodies
    mesh.castShadow = true
    mesh.receiveShadow = true
    this.add(mesh)
    return { parts, mesh }
  }

  #materialOf(solid: Solid): MeshStandardMaterial {
    if (solid.kind !== 'given') {
      return this.#materials[solid.kind === 'link' || solid.kind === 'rotor' ? solid.kind : 'joint']
    }
    const { color } = solid.shape
    if (color === undefined) return this.#materials.link
    const known = this.#coloured.get(color)
    if (known) return known
    const material = new MeshStandardMaterial({ color, roughness: 0.5 })
    this.#coloured.set(color, material)
    return material
  }
}

/** Parts whose sizes agree to a ten-thousandth. */
function groupBySolid(parts: readonly Part[]): Iterable<Part[]> {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const key = JSON.stringify(part.solid, (_, value) =>
      typeof value === 'number' ? value.toPrecision(4) : value
    )
    const group = groups.get(key)
    if (group) group.push(part)
    else groups.set(key, [part])
  }
  return groups.values()
}
