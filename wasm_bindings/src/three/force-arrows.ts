import {
  type ColorRepresentation,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LatheGeometry,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Vector2,
  Vector3
} from 'three'
import { described, finiteNumber, optionsOf, reading } from '../checks.js'
import { MechanismError } from '../errors.js'
import type { Simulation } from '../types/simulation.js'
import { turnUp } from './up.js'

const kinds = ['contacts', 'reactions'] as const
const known = ['scale', 'show', 'contactColor', 'reactionColor', 'up'] as const
const upwards = new Vector3(0, 1, 0)
/** An arrow of length 1: radius and height of its outline. */
const outline = [
  [0, 0],
  [0.015, 0],
  [0.015, 0.85],
  [0.045, 0.85],
  [0, 1]
].map(([radius, height]) => new Vector2(radius, height))

export interface ForceArrowsOptions {
  /** Length of an arrow [m/N]. Default 0.01. */
  readonly scale?: number
  /** Forces of contacts on the second body, and of joints and loops on their children. Default: contacts. */
  readonly show?: readonly (typeof kinds)[number][]
  readonly contactColor?: ColorRepresentation
  readonly reactionColor?: ColorRepresentation
  /** As of `MechanismView`. Default 'y'. */
  readonly up?: 'y' | 'z'
}

/** Forces as arrows that begin where they act. Call `update` after stepping. */
export class ForceArrows extends Group {
  readonly #simulation: Simulation
  readonly #scale: number
  readonly #arrows: ReadonlyMap<string, Arrows>

  constructor(simulation: Simulation, options?: ForceArrowsOptions) {
    super()
    const given = optionsOf(options, known)
    const { scale = 0.01, show = ['contacts'], contactColor = 0xd9822b, up } = given
    const colors = { contacts: contactColor, reactions: given.reactionColor ?? 0x3d7de0 }
    const shown = reading('show', () => Array.from(show))
    for (const kind of shown)
      if (!kinds.includes(kind))
        throw new MechanismError(`show: expected ${kinds.join(' or ')}, found ${described(kind)}`)
    this.#simulation = simulation
    this.#scale = finiteNumber(scale, 'scale')
    this.#arrows = new Map(shown.map((kind) => [kind, new Arrows(this, colors[kind])]))
    turnUp(this, up)
    this.update()
  }

  update(): void {
    this.#arrows.get('contacts')?.show(this.#contacts())
    this.#arrows.get('reactions')?.show(this.#reactions())
  }

  override dispose(): void {
    for (const arrows of this.#arrows.values()) arrows.dispose()
  }

  *#contacts(): Iterable<Arrow> {
    for (const { point, force } of this.#simulation.contacts.forces)
      yield { point: new Vector3(...point), along: this.#along(force) }
  }

  *#reactions(): Iterable<Arrow> {
    const { bodies, joints, loops = [] } = this.#simulation.mechanism
    const places = new Map(bodies.map(({ name }, place) => [name, place]))
    const poses = this.#simulation.poses.slice()
    const reactions = this.#simulation.dynamics.reactions()
    for (const [i, { child, childFrame }] of [...joints, ...loops].entries()) {
      const body = places.get(child)
      const point = new Vector3(...(childFrame?.position ?? [0, 0, 0]))
      if (body !== undefined)
        point
          .applyQuaternion(new Quaternion().fromArray(poses, 7 * body + 3))
          .add(new Vector3().fromArray(poses, 7 * body))
      yield { point, along: this.#along(reactions.subarray(6 * i + 3, 6 * i + 6)) }
    }
  }

  #along(force: ArrayLike<number>): Vector3 {
    return new Vector3().fromArray(force).multiplyScalar(this.#scale)
  }
}

interface Arrow {
  readonly point: Vector3
  /** As long as the arrow [m]. */
  readonly along: Vector3
}

/** Arrows of one color, in one draw call. */
class Arrows {
  readonly #geometry = new LatheGeometry(outline, 12)
  readonly #material: MeshStandardMaterial
  #mesh: InstancedMesh

  constructor(
    readonly group: Group,
    color: ColorRepresentation
  ) {
    this.#material = new MeshStandardMaterial({ color, roughness: 0.6 })
    this.#mesh = this.#meshOf(8)
  }

  show(arrows: Iterable<Arrow>): void {
    const turn = new Quaternion()
    const matrix = new Matrix4()
    let count = 0
    for (const { point, along } of arrows) {
      const length = along.length()
      if (!(length > 1e-6)) continue // too short to be seen
      if (count === this.#mesh.instanceMatrix.count) this.#grow()
      turn.setFromUnitVectors(upwards, along.divideScalar(length))
      matrix.compose(point, turn, new Vector3(length, length, length))
      this.#mesh.setMatrixAt(count++, matrix)
    }
    this.#mesh.count = count
    this.#mesh.instanceMatrix.needsUpdate = true
  }

  dispose(): void {
    this.#mesh.dispose()
    this.#geometry.dispose()
    this.#material.dispose()
  }

  #meshOf(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.#geometry, this.#material, capacity)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.frustumCulled = false // its bounds move with the forces
    this.group.add(mesh)
    return mesh
  }

  #grow(): void {
    const smaller = this.#mesh
    this.#mesh = this.#meshOf(2 * smaller.instanceMatrix.count)
    this.#mesh.instanceMatrix.array.set(smaller.instanceMatrix.array)
    smaller.removeFromParent()
    smaller.dispose()
  }
}
