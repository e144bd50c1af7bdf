import { finiteNumber, finiteNumbers, optionsOf } from './checks.js'
import type { SimulationMemory } from './simulation-memory.js'
import type { Forces, PullOptions } from './types/forces.js'
import { unwrap } from './wasm-module.js'

const wrenchSize = 6 // moment and force

/** The forces that are applied to a simulation in WebAssembly. */
export class SimulationForces implements Forces {
  readonly #memory: SimulationMemory

  constructor(memory: SimulationMemory) {
    this.#memory = memory
    Object.freeze(this)
  }

  setTorque(joint: string | number, values: ArrayLike<number> | number): void {
    const memory = this.#memory
    const name = memory.jointName(joint)
    const list = typeof values === 'number' ? [values] : values
    memory.write(finiteNumbers(list, 'values', 0, memory.velocitySize))
    unwrap(memory.handle.setTorque(name))
  }

  setTorques(values: ArrayLike<number>): void {
    const memory = this.#memory
    memory.write(memory.numbers(values, 'values', memory.velocitySize))
    unwrap(memory.handle.setTorques())
  }

  get torques(): Float64Array {
    const memory = this.#memory
    return memory.view('torques', memory.handle.torques(), memory.velocitySize)
  }

  setWrench(body: string | number, wrench: ArrayLike<number>): void {
    const memory = this.#memory
    const name = memory.bodyName(body)
    memory.write(finiteNumbers(wrench, 'wrench', wrenchSize))
    unwrap(memory.handle.setWrench(name))
  }

  setWrenches(values: ArrayLike<number>): void {
    const memory = this.#memory
    memory.write(memory.numbers(values, 'values', wrenchSize * memory.bodyCount))
    unwrap(memory.handle.setWrenches())
  }

  applyPointForce(
    body: string | number,
    localPoint: ArrayLike<number>,
    force: ArrayLike<number>
  ): void {
    const memory = this.#memory
    const name = memory.bodyName(body)
    memory.write(finiteNumbers(localPoint, 'localPoint', 3), finiteNumbers(force, 'force', 3))
    unwrap(memory.handle.applyPointForce(name))
  }

  applyImpulse(
    body: string | number,
    localPoint: ArrayLike<number>,
    impulse: ArrayLike<number>
  ): void {
    const memory = this.#memory
    const name = memory.bodyName(body)
    memory.write(finiteNumbers(localPoint, 'localPoint', 3), finiteNumbers(impulse, 'impulse', 3))
    unwrap(memory.handle.applyImpulse(name))
  }

  clear(): void {
    this.#memory.handle.clearForces()
  }

  pull(
    body: string | number,
    localPoint: ArrayLike<number>,
    target: ArrayLike<number>,
    options?: PullOptions
  ): void {
    const memory = this.#memory
    const name = memory.bodyName(body)
    const { stiffness = 100, damping = 10 } = optionsOf(options, ['stiffness', 'damping'])
    const spring = [finiteNumber(stiffness, 'stiffness'), finiteNumber(damping, 'damping')] as const
    memory.write(finiteNumbers(localPoint, 'localPoint', 3), finiteNumbers(target, 'target', 3))
    unwrap(memory.handle.pull(name, ...spring))
  }

  release(): void {
    this.#memory.handle.release()
  }

  get pullForce(): Float64Array {
    return this.#memory.view('pull', this.#memory.handle.pullForce(), 3)
  }
}
