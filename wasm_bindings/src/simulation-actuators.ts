import { finiteNumber, nameOf } from './checks.js'
import type { SimulationMemory } from './simulation-memory.js'
import type { Actuators, Tendons } from './types/actuators.js'
import { unwrap } from './wasm-module.js'

/** The actuators of a simulation in WebAssembly. */
export class SimulationActuators implements Actuators {
  readonly #memory: SimulationMemory
  readonly #list: () => readonly { readonly name: string }[]

  constructor(memory: SimulationMemory, list: () => readonly { readonly name: string }[]) {
    this.#memory = memory
    this.#list = list
    Object.freeze(this)
  }

  setControl(actuator: string | number, control: number): void {
    const { handle } = this.#memory
    const name = nameOf('actuator', actuator, () => this.#list().map(({ name }) => name))
    unwrap(handle.setControl(name, finiteNumber(control, 'control')))
  }

  get controls(): Float64Array {
    const { handle } = this.#memory
    return this.#memory.view('controls', handle.controls(), handle.actuatorCount())
  }

  set controls(values: ArrayLike<number>) {
    const { handle } = this.#memory
    this.#memory.write(this.#memory.numbers(values, 'controls', handle.actuatorCount()))
    unwrap(handle.setControls())
  }

  get activations(): Float64Array {
    const { handle } = this.#memory
    return this.#memory.view('activations', handle.activations(), handle.actuatorCount())
  }

  set activations(values: ArrayLike<number>) {
    const { handle } = this.#memory
    this.#memory.write(this.#memory.numbers(values, 'activations', handle.actuatorCount()))
    unwrap(handle.setActivations())
  }

  get forces(): Float64Array {
    const { handle } = this.#memory
    return this.#memory.view('actuators', handle.actuatorForces(), handle.actuatorCount())
  }
}

/** The tendons of a simulation in WebAssembly. */
export class SimulationTendons implements Tendons {
  readonly #memory: SimulationMemory

  constructor(memory: SimulationMemory) {
    this.#memory = memory
    Object.freeze(this)
  }

  get lengths(): Float64Array {
    const { handle } = this.#memory
    return this.#memory.view('tendons', handle.tendonLengths(), handle.tendonCount())
  }

  get limitForces(): Float64Array {
    const { handle } = this.#memory
    return this.#memory.view('tendonLimits', handle.tendonLimitForces(), handle.tendonCount())
  }
}
