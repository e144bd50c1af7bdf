import { optionsOf } from './checks.js'
import { separateFunctions } from './joint-functions.js'
import type { SimulationMemory } from './simulation-memory.js'
import { jsonText } from './source-text.js'
import type { Tracking, TrackingMotors } from './types/tracking.js'
import { unwrap, unwrapNumber } from './wasm-module.js'

const trackingKeys = ['stiffness', 'damping', 'joints', 'feedForward', 'maxForces'] as const

/** The motors of a simulation in WebAssembly that follow trajectories. */
export class SimulationTracking implements TrackingMotors {
  readonly #memory: SimulationMemory

  constructor(memory: SimulationMemory) {
    this.#memory = memory
    Object.freeze(this)
  }

  start(tracking: Tracking): void {
    const { handle, module } = this.#memory
    const { joints, ...others } = optionsOf(tracking, trackingKeys, 'tracking')
    const { trajectories, functions } = separateFunctions(joints, 'tracking.joints')
    const text = jsonText(module, { ...others, joints: trajectories }, 'tracking')
    unwrap(handle.track(text, functions))
  }

  stop(): void {
    this.#memory.handle.stopTracking()
  }

  get isActive(): boolean {
    return this.#memory.handle.isTracking()
  }

  get error(): number {
    const { handle } = this.#memory
    return unwrapNumber(handle, handle.trackingError())
  }

  get torques(): Float64Array {
    const memory = this.#memory
    return memory.view('tracking', memory.handle.trackingTorque(), memory.velocitySize)
  }
}
