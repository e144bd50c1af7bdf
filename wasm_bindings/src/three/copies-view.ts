import {
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Quaternion,
  Vector3
} from 'three'
import { finiteNumbers, optionsOf, reading } from '../checks.js'
import { MechanismError } from '../errors.js'
import type { AwaitedEnsemble } from '../types/awaited-ensemble.js'
import type { Mechanism } from '../types/mechanism.js'
import { geometryOf, unitRod } from './geometries.js'
import { GpuMatrices } from './gpu-matrices.js'
import { type Colors, Materials } from './materials.js'
import { drawingOf } from './parts.js'
import { Rods } from './rods.js'
import { turnUp } from './up.js'

export interface CopiesViewOptions extends Colors {
  /** Which way the scene points up, as in `MechanismViewOptions`. Default 'y'. */
  readonly up?: 'y' | 'z'
  /** The places of the copies: x and y of each [m] (`gridPlaces`). Default: all in one place. */
  readonly places?: ArrayLike<number>
  /**
   * The renderer. If it is a WebGPURenderer with the ensemble's device, matrices go from the
   * ensemble's memory to the renderer's and never leave the GPU.
   */
  readonly renderer?: object
}

const viewOptions = [
  'up',
  'places',
  'renderer',
  'linkColor',
  'jointColor',
  'rotorColor'
] as const satisfies readonly (keyof CopiesViewOptions)[]

/**
 * Draws all copies of an ensemble, every solid of their mechanism once, in as many instances as there
 * are copies. Call `update` after stepping.
 */
export class CopiesView extends Group {
  readonly #ensemble: AwaitedEnsemble
  readonly #places: Float64Array
  /** By body: its pose in every copy. */
  readonly #matrices: readonly InstancedBufferAttribute[]
  readonly #meshes: readonly InstancedMesh[]
  readonly #materials: Materials
  readonly #rods: Rods | undefined
  readonly #gpu: GpuMatrices | undefined

  // Scratch of `#show`.
  readonly #bodies: readonly Matrix4[]
  readonly #ground = new Matrix4()
  readonly #position = new Vector3()
  readonly #rotation = new Quaternion()
  readonly #one = new Vector3(1, 1, 1)

  constructor(mechanism: Mechanism, ensemble: AwaitedEnsemble, options?: CopiesViewOptions) {
    super()
    const { up, places, renderer, ...colors } = optionsOf(options, viewOptions)
    const { count } = ensemble
    this.#ensemble = ensemble
    this.#places = Float64Array.from(
      places === undefined
        ? new Float64Array(2 * count)
        : finiteNumbers(places, 'places', 2 * count)
    )
    const { parts, rods, rodRadius } = reading('mechanism', () => drawingOf(mechanism))
    this.name = mechanism.name
    turnUp(this, up)
    this.#materials = new Materials(colors)
    this.#bodies = mechanism.bodies.map(() => new Matrix4())
    this.#matrices = mechanism.bodies.map(() => instances(count))
    const standing = instances(count)
    for (let copy = 0; copy < count; copy++) this.#groundOf(copy).toArray(standing.array, 16 * copy)
    this.#meshes = parts.map(({ body, solid, placement }) => {
      const geometry = geometryOf(solid).applyMatrix4(placement)
      const mesh = new InstancedMesh(geometry, this.#materials.of(solid), count)
      mesh.instanceMatrix = this.#matrices[body] ?? standing
      mesh.frustumCulled = false // its bounds move with the copies
      mesh.castShadow = true
      mesh.receiveShadow = true
      return mesh
    })
    this.#rods =
      rods.length > 0 ? new Rods(rods, unitRod(rodRadius), this.#materials.joint, count) : undefined
    this.add(...this.#meshes, ...(this.#rods ? [this.#rods.mesh] : []))
    const ofRods = this.#rods ? [this.#rods.mesh.instanceMatrix] : []
    this.#gpu = GpuMatrices.of(ensemble, renderer, [...this.#matrices, ...ofRods])
    // A renderer writes what is called dynamic again in every frame, over what is on the GPU.
    if (!this.#gpu) for (const each of this.#matrices) each.setUsage(DynamicDrawUsage)
  }

  /** Whether matrices stay on the GPU; else poses are read. */
  get staysOnGpu(): boolean {
    return this.#gpu !== undefined
  }

  /** Moves all copies to where they are when the ensemble comes to it. */
  async update(): Promise<void> {
    if (this.#gpu) return this.#gpu.update(this.#places)
    this.#show(await this.#ensemble.read('poses'))
  }

  /** Frees geometries and materials; the ensemble stays. */
  override dispose(): void {
    for (const mesh of this.#meshes) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    for (const matrices of this.#matrices) matrices.dispose()
    this.#rods?.dispose()
    this.#materials.dispose()
    this.#gpu?.dispose()
  }

  #show(poses: Float64Array): void {
    const bodies = this.#bodies.length
    const { count } = this.#ensemble
    if (poses.length !== 7 * bodies * count)
      throw new MechanismError(
        `ensemble: expected one of a mechanism with ${bodies} bodies, found one with ${poses.length / (7 * count)}`
      )
    for (let copy = 0; copy < count; copy++) {
      const ground = this.#groundOf(copy)
      for (const [body, matrix] of this.#bodies.entries()) {
        const at = 7 * (copy * bodies + body)
        this.#position.fromArray(poses, at)
        this.#rotation.fromArray(poses, at + 3)
        matrix.compose(this.#position, this.#rotation, this.#one).premultiply(ground)
        matrix.toArray((this.#matrices[body] as InstancedBufferAttribute).array, 16 * copy)
      }
      this.#rods?.update(this.#bodies, copy, ground)
    }
    for (const matrices of this.#matrices) matrices.needsUpdate = true
  }

  #groundOf(copy: number): Matrix4 {
    const [x, y] = this.#places.subarray(2 * copy)
    return this.#ground.makeTranslation(x as number, y as number, 0)
  }
}

function instances(count: number): InstancedBufferAttribute {
  return new InstancedBufferAttribute(new Float32Array(16 * count), 16)
}
