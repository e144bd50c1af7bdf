import { described } from './checks.js'
import * as derivatives from './derivatives.js'
import { MechanismError } from './errors.js'
import type { SimulationMemory } from './simulation-memory.js'
import type {
  ForwardDynamicsDerivatives,
  InverseDynamicsDerivatives,
  JointSpaceInertia,
  StepMap
} from './types/derivatives.js'
import type { Dynamics } from './types/dynamics.js'

/** The equations of motion of a simulation in WebAssembly, in its present state. */
export class SimulationDynamics implements Dynamics {
  readonly #memory: SimulationMemory

  constructor(memory: SimulationMemory) {
    this.#memory = memory
    Object.freeze(this)
  }

  forwardDynamics(): Float64Array {
    const memory = this.#memory
    return memory.view('a', memory.handle.forwardDynamics(), memory.velocitySize)
  }

  inverseDynamics(a: ArrayLike<number>): Float64Array {
    const memory = this.#memory
    memory.write(memory.numbers(a, 'a', memory.velocitySize))
    return memory.view('tau', memory.handle.inverseDynamics(), memory.velocitySize)
  }

  massMatrix(): JointSpaceInertia {
    return derivatives.massMatrixFrom(this.#found(this.#memory.handle.massMatrix()))
  }

  reactions(axes: 'world' | 'joint' = 'world'): Float64Array {
    const { handle } = this.#memory
    if (axes !== 'world' && axes !== 'joint') {
      throw new MechanismError(`axes: expected 'world' or 'joint', found ${described(axes)}`)
    }
    const reactions = handle.reactions(axes === 'joint')
    return this.#memory.view('reactions', reactions, handle.reactionSize())
  }

  forwardDynamicsDerivatives(): ForwardDynamicsDerivatives {
    const { handle } = this.#memory
    return derivatives.forwardFrom(this.#found(handle.forwardDynamicsDerivatives()))
  }

  inverseDynamicsDerivatives(a: ArrayLike<number>): InverseDynamicsDerivatives {
    const memory = this.#memory
    memory.write(memory.numbers(a, 'a', memory.velocitySize))
    return derivatives.inverseFrom(this.#found(memory.handle.inverseDynamicsDerivatives()))
  }

  stepMap(): StepMap {
    return derivatives.stepMapFrom(this.#found(this.#memory.handle.stepMap()))
  }

  /** Addresses and sizes of derivatives. */
  #found(address: number): derivatives.FoundDerivatives {
    const memory = this.#memory
    return {
      start: memory.array(address) / 8,
      heap: memory.module.HEAPF64,
      dofs: memory.handle.degreesOfFreedom(),
      outline: memory.outline
    }
  }
}
