import { bound, finiteNumber, optionsOf } from './checks.js'
import { MechanismError } from './errors.js'
import type { JointPlace } from './outline.js'
import type { BodyHandle, JointHandle, JointMotor } from './types/handles.js'
import type { Simulation } from './types/simulation.js'
import { unwrap, unwrapNumber, type WasmSimulation } from './wasm-module.js'

const motorKeys = ['velocity', 'position', 'stiffness', 'damping', 'maxForce'] as const

type MotorNumbers = { readonly [Key in (typeof motorKeys)[number]]?: number | undefined }

/** The part of a simulation by which handles read and write it. */
type Owner = Pick<Simulation, 'q' | 'v' | 'poses' | 'velocities' | 'mechanism' | 'forces'> & {
  readonly handle: WasmSimulation
}

export class Body implements BodyHandle {
  readonly name: string
  readonly index: number
  readonly #simulation: Owner
  readonly #position = new Float64Array(3)
  readonly #quaternion = new Float64Array(4)
  readonly #velocity = new Float64Array(3)
  readonly #angularVelocity = new Float64Array(3)

  constructor(simulation: Owner, name: string, index: number) {
    this.#simulation = simulation
    this.name = name
    this.index = index
    Object.freeze(this)
  }

  get position(): Float64Array {
    return copied(this.#simulation.poses, 7 * this.index, this.#position)
  }

  get quaternion(): Float64Array {
    return copied(this.#simulation.poses, 7 * this.index + 3, this.#quaternion)
  }

  get velocity(): Float64Array {
    return copied(this.#simulation.velocities, 6 * this.index + 3, this.#velocity)
  }

  get angularVelocity(): Float64Array {
    return copied(this.#simulation.velocities, 6 * this.index, this.#angularVelocity)
  }

  applyForce(force: ArrayLike<number>, point = this.#centerOfMass): void {
    this.#simulation.forces.applyPointForce(this.name, point, force)
  }

  applyImpulse(impulse: ArrayLike<number>, point = this.#centerOfMass): void {
    this.#simulation.forces.applyImpulse(this.name, point, impulse)
  }

  get #centerOfMass(): ArrayLike<number> {
    return this.#simulation.mechanism.bodies[this.index]?.centerOfMass ?? [0, 0, 0]
  }
}

export class Joint implements JointHandle {
  readonly name: string
  readonly index: number
  readonly #simulation: Owner
  readonly #place: JointPlace
  readonly #q: Float64Array
  readonly #v: Float64Array

  constructor(simulation: Owner, place: JointPlace) {
    this.#simulation = simulation
    this.#place = place
    this.#q = new Float64Array(place.positions)
    this.#v = new Float64Array(place.velocities)
    this.name = place.name
    this.index = place.index
    Object.freeze(this)
  }

  get q(): Float64Array {
    return copied(this.#simulation.q, this.#place.q, this.#q)
  }

  get v(): Float64Array {
    return copied(this.#simulation.v, this.#place.v, this.#v)
  }

  get position(): number {
    this.#requireOne('position', 'q', this.#place.positions)
    return this.#simulation.q[this.#place.q] as number
  }

  get angle(): number {
    return this.position
  }

  get velocity(): number {
    this.#requireOne('velocity', 'v', this.#place.velocities)
    return this.#simulation.v[this.#place.v] as number
  }

  get torque(): number {
    this.#requireOne('torque', 'simulation.forces.torques', this.#place.velocities)
    return this.#simulation.forces.torques[this.#place.v] as number
  }

  set torque(value: number) {
    this.#requireOne('torque', 'simulation.forces.setTorque', this.#place.velocities)
    this.#simulation.forces.setTorque(this.name, finiteNumber(value, 'torque'))
  }

  motor(motor?: JointMotor | null): void {
    const { handle } = this.#simulation
    if (motor === undefined || motor === null) {
      unwrap(handle.removeMotor(this.name))
      return
    }
    const given = optionsOf<MotorNumbers>(motor, motorKeys, 'motor')
    const { velocity, position, stiffness = 0, damping = 0 } = given
    const { maxForce = Number.POSITIVE_INFINITY } = given
    const isSpring = finiteNumber(stiffness, 'motor.stiffness') !== 0
    if (isSpring !== (position !== undefined)) {
      const [missing, there] = isSpring ? ['position', 'stiffness'] : ['stiffness', 'position']
      throw new MechanismError(`motor.${missing}: expected with ${there}, found none`)
    }
    if (velocity === undefined && !isSpring)
      throw new MechanismError('motor: expected a velocity, or a position and stiffness')
    unwrap(
      handle.setMotor(
        this.name,
        finiteNumber(velocity ?? 0, 'motor.velocity'),
        finiteNumber(position ?? 0, 'motor.position'),
        stiffness,
        finiteNumber(damping, 'motor.damping'),
        bound(maxForce, 'motor.maxForce')
      )
    )
  }

  get motorForce(): number {
    const { handle } = this.#simulation
    return unwrapNumber(handle, handle.motorForce(this.name))
  }

  #requireOne(what: string, instead: string, count: number): void {
    if (count === 1) return
    const why = `joint "${this.name}" has ${count} numbers`
    throw new MechanismError(`${what}: ${why}; expected a joint with one: use ${instead}`)
  }
}

function copied(from: Float64Array, at: number, to: Float64Array): Float64Array {
  for (let i = 0; i < to.length; i++) to[i] = from[at + i] as number
  return to
}
