import {
  described,
  finiteNumber,
  finiteNumbers,
  isList,
  optionsOf,
  reading,
  wholeNumber
} from './checks.js'
import { MechanismError } from './errors.js'
import { ModelMemory, mostFrames } from './model-memory.js'
import type { JointPlace } from './outline.js'
import { readPasses } from './recursion-passes.js'
import { stateJson } from './source-text.js'
import type { JointSpaceInertia } from './types/derivatives.js'
import type {
  CenterOfMass,
  CentroidalMomentum,
  CoordinateMatrix,
  FrameAxes,
  FrameSource,
  InertialParametersFit,
  InverseKinematicsOptions,
  InverseKinematicsResult,
  PoseTarget
} from './types/frames.js'
import type { JointValues, Mechanism, Vector3 } from './types/mechanism.js'
import type {
  Actuation,
  JointState,
  Model,
  ModelMotion,
  ModelState,
  MotionSample
} from './types/model.js'
import type { RecursionPasses } from './types/recursion.js'
import type { DrivenJoints, Simulation, SimulationOptions } from './types/simulation.js'
import type { Energy, MechanismInfo } from './types/state-queries.js'
import { unwrap } from './wasm-module.js'

const motionParts = ['q', 'v', 'tau', 'a', 'wrenches'] as const

/** A model in WebAssembly. Checks its arguments, then passes them on. */
export class CompiledModel extends ModelMemory implements Model {
  #mechanism: Mechanism | undefined
  #info: MechanismInfo | undefined

  constructor(...given: ConstructorParameters<typeof ModelMemory>) {
    super(...given)
    Object.preventExtensions(this) // a misspelled name is an error
  }

  get mechanism(): Mechanism {
    const live = this.live
    this.#mechanism ??= this.source.readMechanism(unwrap(live.mechanism()))
    return this.#mechanism
  }

  get info(): MechanismInfo {
    this.#info ??= this.source.readInfo()
    return this.#info
  }

  get bodies(): readonly string[] {
    return this.outline.bodies
  }

  get joints(): readonly JointPlace[] {
    return this.outline.joints
  }

  get positionSize(): number {
    return this.outline.positionSize
  }

  get velocitySize(): number {
    return this.outline.velocitySize
  }

  get degreesOfFreedom(): number {
    return this.live.degreesOfFreedom()
  }

  get start(): JointState {
    const { q, v } = this.starting
    return { q: q.slice(), v: v.slice() }
  }

  joint(key: string | number): JointPlace {
    return this.outline.joint(key)
  }

  body(key: string | number): number {
    return this.outline.body(key)
  }

  named(state: ModelState): { readonly q: JointValues; readonly v: JointValues } {
    const placed = this.placed(state)
    const q = finiteNumbers(placed.q, 'q', this.positionSize)
    const v = finiteNumbers(placed.v, 'v', this.velocitySize)
    const byName = (numbersOf: (joint: JointPlace) => number[]) =>
      Object.fromEntries(this.joints.map((joint) => [joint.name, numbersOf(joint)]))
    return {
      q: byName((joint) => q.slice(joint.q, joint.q + joint.positions)),
      v: byName((joint) => v.slice(joint.v, joint.v + joint.velocities))
    }
  }

  assemble(wanted: DrivenJoints): JointState {
    const live = this.live
    const { q = {}, v = {} } = optionsOf(wanted, ['q', 'v'], 'wanted')
    return this.stateAt(live.assemble(stateJson(this.module, { q, v }, 'wanted')))
  }

  simulate(options?: Omit<SimulationOptions, 'assemble'>): Simulation {
    return this.simulation(options)
  }

  forwardDynamics(state?: ModelState): Float64Array {
    return this.at(state).dynamics.forwardDynamics()
  }

  inverseDynamics(motion?: ModelMotion, actuation?: Actuation): Float64Array {
    const { a, at } = this.#motion(motion)
    const tau = at.dynamics.inverseDynamics(a)
    const driven = this.#driven(actuation)
    if (!driven) return tau
    this.write(tau, driven)
    return this.view('tau', this.live.actuatorForces(at.handle), this.velocitySize)
  }

  recursion(state?: ModelState): RecursionPasses {
    const at = this.standing(state)
    this.write(...this.forcesOf(state))
    return readPasses(this.reader(this.live.recursion(at)).take)
  }

  gravityCompensation(state?: ModelState, actuation?: Actuation): Float64Array {
    const at = this.standing(state)
    const tau = this.view('tau', this.live.gravityCompensation(at), this.velocitySize)
    const driven = this.#driven(actuation)
    if (!driven) return tau
    this.write(tau, driven)
    return this.view('tau', this.live.actuatorForces(at), this.velocitySize)
  }

  massMatrix(state?: ModelState, actuation?: Actuation): JointSpaceInertia {
    const at = this.at(state)
    const driven = this.#driven(actuation)
    if (!driven) return at.dynamics.massMatrix()
    this.write(driven)
    return this.matrixAt(this.live.massMatrix(at.handle), driven.length, driven.length)
  }

  poses(state?: ModelState): Float64Array {
    return this.at(state).poses
  }

  twists(state?: ModelState): Float64Array {
    return this.view('twists', this.live.twists(this.standing(state)), 6 * this.bodies.length)
  }

  accelerations(motion?: ModelMotion): Float64Array {
    const { a, at } = this.#motion(motion)
    this.writeVelocities(a, 'a')
    return this.view('accelerations', this.live.accelerations(at.handle), 6 * this.bodies.length)
  }

  energy(state?: ModelState): Energy {
    const { kinetic, potential } = this.at(state).energy
    return { kinetic, potential }
  }

  pose(frame: FrameSource, state?: ModelState, reference: FrameSource = 'world'): Float64Array {
    const numbers = [this.frameNumber(frame), this.frameNumber(reference)] as const
    return this.view('pose', this.live.relativePose(this.standing(state), ...numbers), 7)
  }

  twist(frame: FrameSource, state?: ModelState, reference?: FrameSource | FrameAxes): Float64Array {
    const number = this.frameNumber(frame)
    const at = this.standing(state)
    const isOwn = reference === 'frame'
    const address =
      reference === undefined || reference === 'world' || isOwn
        ? this.live.frameTwist(at, number, !isOwn)
        : this.live.relativeTwist(at, number, this.frameNumber(reference))
    return this.view('twist', address, 6)
  }

  acceleration(frame: FrameSource, motion?: ModelMotion, axes: FrameAxes = 'world'): Float64Array {
    const number = this.frameNumber(frame)
    const { a, at } = this.#motion(motion)
    this.writeVelocities(a, 'a')
    const address = this.live.frameAcceleration(at.handle, number, this.inWorld(axes))
    return this.view('acceleration', address, 6)
  }

  jacobian(frame: FrameSource, state?: ModelState, axes: FrameAxes = 'world'): CoordinateMatrix {
    const number = this.frameNumber(frame)
    return this.matrixAt(this.live.jacobian(this.standing(state), number, this.inWorld(axes)), 6)
  }

  jacobianRate(
    frame: FrameSource,
    state?: ModelState,
    axes: FrameAxes = 'world'
  ): CoordinateMatrix {
    const number = this.frameNumber(frame)
    const at = this.standing(state)
    return this.matrixAt(this.live.jacobianRate(at, number, this.inWorld(axes)), 6)
  }

  centerOfMass(state?: ModelState): CenterOfMass {
    const { take, coordinates } = this.reader(this.live.centerOfMass(this.standing(state)))
    const dofs = this.degreesOfFreedom
    const vector = () => Array.from(take(3)) as unknown as Vector3
    return {
      mass: take(1)[0] as number,
      position: vector(),
      velocity: vector(),
      coordinates: coordinates(dofs),
      matrix: take(3 * dofs)
    }
  }

  centroidalMomentum(state?: ModelState): CentroidalMomentum {
    const { take, coordinates } = this.reader(this.live.centroidalMomentum(this.standing(state)))
    const dofs = this.degreesOfFreedom
    return {
      momentum: take(6),
      coordinates: coordinates(dofs),
      matrix: take(6 * dofs),
      rate: take(6 * dofs)
    }
  }

  operationalSpaceInertia(
    frames: readonly FrameSource[],
    state?: ModelState,
    axes: FrameAxes = 'world'
  ): Float64Array {
    const numbers = framesOf('frames', frames).map((frame) => this.frameNumber(frame))
    const at = this.standing(state)
    this.write(numbers)
    const address = this.live.operationalSpaceInertia(at, this.inWorld(axes))
    return this.reader(address).take((6 * numbers.length) ** 2)
  }

  inverseKinematics(
    targets: readonly PoseTarget[],
    from?: ModelState,
    options?: InverseKinematicsOptions
  ): InverseKinematicsResult {
    const read = optionsOf(options, ['held', 'tolerance', 'iterations', 'searches'])
    const { held = [], tolerance = 1e-9, iterations = 200, searches = 1 } = read
    const joints = listOf('held', held).map((joint) => this.joint(joint).name)
    const rows = framesOf('targets', targets).map((target, i) =>
      this.#target(target, `targets[${i}]`)
    )
    const at = this.standing(from)
    this.write(...rows)
    const most = wholeNumber(iterations, 0, 'iterations', 10_000)
    const times = wholeNumber(searches, 1, 'searches', 10_000)
    const within = finiteNumber(tolerance, 'tolerance')
    const { take } = this.reader(this.live.inverseKinematics(at, joints, within, most, times))
    const [error = 0, taken = 0, isReached, count = 0] = take(4)
    const q = take(this.positionSize)
    const jointsAtLimits = Array.from(take(count), (index) => this.joint(index).name)
    return { error, iterations: taken, isReached: isReached === 1, q, jointsAtLimits }
  }

  get inertialParameters(): Float64Array {
    return this.reader(this.live.inertialParameters()).take(10 * this.bodies.length)
  }

  inertialRegressor(motion?: ModelMotion): CoordinateMatrix {
    const { a, at } = this.#motion(motion)
    this.writeVelocities(a, 'a')
    const dofs = this.degreesOfFreedom
    const { take, coordinates } = this.reader(this.live.inertialRegressor(at.handle))
    return { coordinates: coordinates(dofs), matrix: take(dofs * 10 * this.bodies.length) }
  }

  fitInertialParameters(
    samples: readonly MotionSample[],
    options?: {
      readonly prior?: ArrayLike<number> | undefined
      readonly tolerance?: number | undefined
    }
  ): InertialParametersFit {
    const { prior = this.inertialParameters, tolerance = 1e-8 } = optionsOf(options, [
      'prior',
      'tolerance'
    ])
    const count = 10 * this.bodies.length
    const parts: ArrayLike<number>[] = [finiteNumbers(prior, 'prior', count)]
    const list = listOf('samples', samples)
    for (const [i, sample] of list.entries()) {
      const {
        q,
        v = {},
        a = {},
        tau = {}
      } = optionsOf(sample, ['q', 'v', 'a', 'tau'], `samples[${i}]`)
      if (q === undefined) throw new MechanismError(`samples[${i}].q: is missing`)
      parts.push(finiteNumbers(this.positions(q), `samples[${i}].q`, this.positionSize))
      const all = isList(a) ? a : this.at({ q, v }).desired(a).slice()
      for (const [name, given] of Object.entries({ v, a: all, tau }))
        parts.push(
          finiteNumbers(this.velocities(given, name), `samples[${i}].${name}`, this.velocitySize)
        )
    }
    this.write(...parts)
    const within = finiteNumber(tolerance, 'tolerance')
    const { take } = this.reader(this.live.fitInertialParameters(list.length, within))
    const [residual = 0, rank = 0] = take(2)
    return { residual, rank, parameters: take(count) }
  }

  dispose(): void {
    this.end()
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  /** Accelerations, and the simulation at the state. */
  #motion(motion?: ModelMotion) {
    const { a = {}, ...state } = optionsOf(motion, motionParts, 'motion')
    const at = this.at(state)
    return { a: isList(a) ? a : at.desired(a), at }
  }

  /** Places in v of driven joints, if they are given. */
  #driven(actuation?: Actuation): number[] | undefined {
    const { actuated } = optionsOf(actuation, ['actuated'], 'actuation')
    if (actuated === undefined) return undefined
    return listOf('actuated', actuated).flatMap((joint) => {
      const { v, velocities } = this.joint(joint)
      return Array.from({ length: velocities }, (_, i) => v + i)
    })
  }

  /** Ten numbers: frame, position, rotation or zeros, weights. */
  #target(target: PoseTarget, path: string): number[] {
    const known = ['frame', 'position', 'rotation', 'positionWeight', 'rotationWeight'] as const
    const {
      frame,
      position,
      rotation,
      positionWeight = position === undefined ? 0 : 1,
      rotationWeight = 1
    } = optionsOf(target, known, path)
    if (position === undefined && (rotation === undefined || positionWeight !== 0))
      throw new MechanismError(
        `${path}: expected a position, or a rotation without a positionWeight`
      )
    return [
      this.frameNumber(frame as FrameSource),
      ...(position === undefined ? [0, 0, 0] : finiteNumbers(position, `${path}.position`, 3)),
      ...(rotation === undefined ? [0, 0, 0, 0] : finiteNumbers(rotation, `${path}.rotation`, 4)),
      finiteNumber(positionWeight, `${path}.positionWeight`),
      finiteNumber(rotationWeight, `${path}.rotationWeight`)
    ]
  }
}

function listOf<Item>(name: string, given: readonly Item[]): Item[] {
  return reading(name, () => {
    if (!Array.isArray(given))
      throw new MechanismError(`${name}: expected an array, found ${described(given)}`)
    return Array.from(given)
  })
}

function framesOf<Item>(name: string, given: readonly Item[]): Item[] {
  const list = listOf(name, given)
  if (list.length >= 1 && list.length <= mostFrames) return list
  throw new MechanismError(`${name}: expected 1 to ${mostFrames}, found ${list.length}`)
}
