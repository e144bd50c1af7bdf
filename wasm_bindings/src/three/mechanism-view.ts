import {
  type BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Intersection,
  type Material,
  Matrix4,
  type Object3D,
  Quaternion,
  type Raycaster,
  Vector3
} from 'three'
import { described, finiteNumbers, optionsOf, reading } from '../checks.js'
import { MechanismError } from '../errors.js'
import { suggestion } from '../suggestion.js'
import type { Mechanism } from '../types/mechanism.js'
import type { Simulation } from '../types/simulation.js'
import { geometryOf, unitRod } from './geometries.js'
import { type Colors, Materials } from './materials.js'
import { LoadedMeshes } from './meshes.js'
import { drawingOf, type Part, type Rod } from './parts.js'
import { Rods } from './rods.js'
import { turnUp } from './up.js'

export interface MechanismViewOptions extends Colors {
  /**
   * Which way the scene points up. linkwork's z points up; three.js scenes usually have y up:
   * 'y' (default) turns the mechanism to fit, 'z' leaves coordinates unchanged.
   */
  readonly up?: 'y' | 'z'
  /** Draws nothing of its own: what is added is all there is. */
  readonly bare?: boolean
  /** Visual meshes, hung on their bodies, which are drawn by them and their shapes alone. */
  readonly meshes?: LoadedMeshes
}

const viewOptions = [
  'up',
  'linkColor',
  'jointColor',
  'rotorColor',
  'bare',
  'meshes'
] as const satisfies readonly (keyof MechanismViewOptions)[]

/** Instances of one mesh on several bodies: one draw call. */
interface Batch {
  readonly mesh: InstancedMesh
  readonly bodies: readonly number[]
  readonly placements: readonly Matrix4[]
}

/** The hit of a ray. */
export interface Picked {
  /** Place in the mechanism's bodies; -1 is the ground. */
  readonly body: number
  readonly bodyName: string
  /** The body's parent joint: its place in the mechanism's joints; -1 of the ground. */
  readonly joint: number
  readonly jointName: string | undefined
  /** In the mechanism's world, as `simulation.forces.pull` takes its target [m]. */
  readonly point: Vector3
  /** In the body's frame, as `simulation.forces.pull` takes its point [m]. */
  readonly localPoint: Vector3
  readonly hit: Intersection
}

/**
 * Draws any mechanism: bodies by their shapes, or by what they touch with, or links as tapered
 * capsules between joints, joints as pins, sliders and balls, rotors as discs; rods between their
 * balls. Attached objects move with the bodies too. Call `update` after stepping; it allocates nothing.
 */
export class MechanismView extends Group {
  readonly mechanism: Mechanism
  readonly #simulation: Simulation | undefined
  readonly #bodies: readonly Matrix4[]
  readonly #groups = new Map<number, Group>()
  readonly #attached: { readonly object: Object3D; readonly body: number }[] = []
  readonly #batches: Batch[] = []
  readonly #rods: Rods[] = []
  readonly #materials: Materials

  // Scratch of `update`.
  readonly #position = new Vector3()
  readonly #rotation = new Quaternion()
  readonly #one = new Vector3(1, 1, 1)
  readonly #matrix = new Matrix4()

  constructor(source: Simulation | Mechanism, options?: MechanismViewOptions) {
    super()
    const { up, bare, meshes, ...colors } = optionsOf(options, viewOptions)
    const { mechanism, simulation } = drawable(source)
    this.mechanism = mechanism
    this.#simulation = simulation
    this.name = mechanism.name
    turnUp(this, up)
    this.#bodies = mechanism.bodies.map(() => new Matrix4())
    this.#materials = new Materials(colors)
    if (meshes !== undefined && !(meshes instanceof LoadedMeshes))
      throw new MechanismError(`meshes: expected LoadedMeshes, found ${described(meshes)}`)
    meshes?.addTo(this)
    const covered = new Set([...this.#groups.values()].map(({ name }) => name))
    if (!bare) reading('mechanism', () => this.#draw(mechanism, covered))
    if (simulation) this.update()
  }

  /** The simulation that it draws; undefined if it was made of a mechanism. */
  get simulation(): Simulation | undefined {
    return this.#simulation
  }

  /**
   * A body as an object to hang things on, which ride on it: by name, "world" too, or by its place in
   * the mechanism, -1 for the ground. Attached objects move with the next `update`.
   */
  body(key: string | number): Group {
    const body = typeof key === 'string' ? placeOf(this.mechanism, key) : key
    const known = this.#groups.get(body)
    if (known) return known
    const group = new Group()
    this.addToBody(body, group)
    group.name = this.mechanism.bodies[body]?.name ?? 'world'
    if (body >= 0) group.matrix.copy(this.#bodies[body] as Matrix4)
    this.#groups.set(body, group)
    return group
  }

  /** The nearest point of the mechanism that a ray meets; undefined where it meets none. */
  pick(raycaster: Raycaster): Picked | undefined {
    this.updateMatrixWorld()
    if (reading('raycaster', () => typeof raycaster?.intersectObject !== 'function'))
      throw new MechanismError(`raycaster: expected a Raycaster, found ${described(raycaster)}`)
    for (const hit of reading('raycaster', () => raycaster.intersectObject(this))) {
      const body = this.#bodyOf(hit)
      if (body === undefined) continue
      const point = this.worldToLocal(hit.point.clone())
      const pose = this.#bodies[body]
      const localPoint = pose ? point.clone().applyMatrix4(pose.clone().invert()) : point.clone()
      const { bodies, joints } = this.mechanism
      const bodyName = bodies[body]?.name ?? 'world'
      const joint = joints.findIndex(({ child }) => child === bodyName)
      return { body, bodyName, joint, jointName: joints[joint]?.name, point, localPoint, hit }
    }
    return undefined
  }

  /** The body of what was hit: a solid, or the child of a rod, or an attached object. */
  #bodyOf({ object, instanceId }: Intersection): number | undefined {
    if (instanceId !== undefined) {
      const batch = this.#batches.find(({ mesh }) => mesh === object)
      if (batch) return batch.bodies[instanceId]
      const rods = this.#rods.find(({ mesh }) => mesh === object)
      if (rods) return rods.rods[instanceId]?.child
    }
    for (let each: Object3D | null = object; each && each !== this; each = each.parent) {
      const entry = this.#attached.find((entry) => entry.object === each)
      if (entry) return entry.body
    }
    return undefined
  }

  /** An object that rides on a body, by its place in the mechanism; -1 is the ground. */
  addToBody(body: number, object: Object3D): void {
    this.#requireBody(body, 'body')
    if (reading('object', () => object?.isObject3D) !== true) {
      throw new MechanismError(`object: expected an Object3D, found ${described(object)}`)
    }
    object.matrixAutoUpdate = false
    this.add(object)
    if (body >= 0) this.#attached.push({ object, body })
  }

  /** A mesh whose instances ride on bodies, each where its placement is in its body. */
  addInstances(
    mesh: InstancedMesh,
    bodies: readonly number[],
    placements: readonly Matrix4[]
  ): void {
    reading('instances', () => this.#requireInstances(mesh, bodies, placements))
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.frustumCulled = false // its bounds move with the bodies
    this.add(mesh)
    this.#batches.push({ mesh, bodies, placements })
  }

  /** Rods between points of two bodies each; the geometry is one from y = 0 to y = 1. */
  addRods(rods: readonly Rod[], geometry: BufferGeometry, material: Material): void {
    const drawn = reading('rods', () => {
      for (const [i, { parent, child }] of rods.entries()) {
        this.#requireBody(parent, `rods[${i}].parent`)
        this.#requireBody(child, `rods[${i}].child`)
      }
      return new Rods(rods, geometry, material)
    })
    this.add(drawn.mesh)
    this.#rods.push(drawn)
  }

  /**
   * Moves every body to its pose: [x, y, z, qx, qy, qz, qw] a body, in the order of the mechanism.
   * Default: the present poses of the simulation that the view was made for.
   */
  update(poses: ArrayLike<number> | undefined = this.#simulation?.poses): void {
    const count = 7 * this.#bodies.length
    // Other arrays than typed ones may have any contents.
    const numbers = ArrayBuffer.isView(poses) ? poses : finiteNumbers(poses, 'poses', count)
    if (numbers.length !== count) {
      throw new MechanismError(`poses: expected ${count} numbers, found ${numbers.length}`)
    }
    for (let i = 0; i < this.#bodies.length; i++) {
      const at = 7 * i
      this.#position.fromArray(numbers, at)
      this.#rotation.fromArray(numbers, at + 3)
      this.#bodies[i]?.compose(this.#position, this.#rotation, this.#one)
    }
    for (const { object, body } of this.#attached) {
      object.matrix.copy(this.#bodies[body] as Matrix4)
      object.matrixWorldNeedsUpdate = true
    }
    for (const { mesh, bodies, placements } of this.#batches) {
      for (let i = 0; i < bodies.length; i++) {
        const placement = placements[i] as Matrix4
        const pose = this.#bodies[bodies[i] as number] // none: the ground
        mesh.setMatrixAt(i, pose ? this.#matrix.multiplyMatrices(pose, placement) : placement)
      }
      mesh.instanceMatrix.needsUpdate = true
      mesh.boundingSphere = null
    }
    for (const rods of this.#rods) rods.update(this.#bodies)
  }

  /** Frees geometries, those of added instances too, and its own materials. */
  override dispose(): void {
    for (const { mesh } of this.#batches) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    for (const rods of this.#rods) rods.dispose()
    this.#materials.dispose()
  }

  /** A body's place in the mechanism, or -1 for the ground. */
  #requireBody(body: number, name: string): void {
    const last = this.#bodies.length - 1
    if (Number.isInteger(body) && body >= -1 && body <= last) return
    const found = described(body)
    throw new MechanismError(`${name}: expected a whole number from -1 to ${last}, found ${found}`)
  }

  #requireInstances(
    mesh: InstancedMesh,
    bodies: readonly number[],
    placements: readonly Matrix4[]
  ) {
    if (!mesh.isInstancedMesh) {
      throw new MechanismError(`mesh: expected an InstancedMesh, found ${described(mesh)}`)
    }
    for (const [i, body] of bodies.entries()) this.#requireBody(body, `bodies[${i}]`)
    if (placements.length === bodies.length && bodies.length <= mesh.instanceMatrix.count) return
    throw new MechanismError(
      `placements: expected ${bodies.length}, one a body and at most ` +
        `${mesh.instanceMatrix.count}, found ${placements.length}`
    )
  }

  #draw(mechanism: Mechanism, covered: ReadonlySet<string>): void {
    const { parts, rods, rodRadius } = drawingOf(mechanism, covered)
    for (const equal of groupBySolid(parts)) {
      const { solid } = equal[0] as Part
      const mesh = new InstancedMesh(geometryOf(solid), this.#materials.of(solid), equal.length)
      mesh.castShadow = true
      mesh.receiveShadow = true
      const bodies = equal.map(({ body }) => body)
      const placements = equal.map(({ placement }) => placement)
      this.addInstances(mesh, bodies, placements)
    }
    if (rods.length === 0) return
    this.addRods(rods, unitRod(rodRadius), this.#materials.joint)
  }
}

function placeOf({ bodies }: Mechanism, name: string): number {
  const place = bodies.findIndex((body) => body.name === name)
  if (place >= 0 || name === 'world') return place
  const names = [...bodies.map((body) => body.name), 'world']
  throw new MechanismError(
    `body: no body is named ${described(name)}${suggestion(name, 'bodies', names)}`
  )
}

/** A mechanism, and the simulation that moves it if there is one. */
function drawable(source: Simulation | Mechanism): {
  readonly mechanism: Mechanism
  readonly simulation: Simulation | undefined
} {
  return reading('source', () => {
    const simulation = 'poses' in source ? source : undefined
    const mechanism = 'poses' in source ? source.mechanism : source
    if (Array.isArray(mechanism.bodies) && Array.isArray(mechanism.joints))
      return { mechanism, simulation }
    throw new MechanismError('source: expected a simulation or a mechanism with bodies and joints')
  })
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
