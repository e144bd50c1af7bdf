import { bound, finiteNumber, optionsOf, text } from './checks.js'
import type { Outline } from './outline.js'
import { jsonText, type MechanismTexts, stateText } from './source-text.js'
import type { Mechanism } from './types/mechanism.js'
import type { SimulationOptions, Solver } from './types/simulation.js'
import type { MechanismInfo } from './types/state-queries.js'
import type { Moving, WasmModule, WasmSimulation } from './wasm-module.js'

export const simulationOptions = [
  'solver',
  'step',
  'variational',
  'contact',
  'energyTolerance',
  'state',
  'assemble'
] as const satisfies readonly (keyof SimulationOptions)[]

/** The names of a method and its integrator; empty: the default ones. C++ checks them. */
export function solverNames(solver: Solver | undefined): [method: string, integrator: string] {
  const { method, integrator } = optionsOf(solver, ['method', 'integrator'], 'solver')
  return [text(method ?? '', 'solver.method'), text(integrator ?? '', 'solver.integrator')]
}

/** How a mechanism is to move, as WebAssembly reads it. */
export function movingOf(module: WasmModule, options: SimulationOptions): Moving {
  const { solver, step = 1e-3, variational = {}, contact, state } = options
  const { energyTolerance } = options
  const { allow = Number.POSITIVE_INFINITY } = optionsOf(contact, ['allow'], 'contact')
  return [
    stateText(module, state),
    ...solverNames(solver),
    jsonText(module, variational, 'variational'),
    finiteNumber(step, 'step'),
    bound(allow, 'contact.allow'),
    energyTolerance === undefined ? Number.NaN : bound(energyTolerance, 'energyTolerance')
  ]
}

/** A mechanism and how it is to move. */
export interface MovingMechanism {
  readonly mechanism: MechanismTexts
  readonly moving: Moving
  /** [s] */
  readonly step: number
}

/** The parts of a simulation, and readers that run at the first query. */
export interface SimulationSource {
  open(handle: WasmSimulation): undefined | Error
  readonly readMechanism: (text: string) => Mechanism
  readonly readInfo: () => MechanismInfo
  /** Of what is opened, if it is at hand already. */
  readonly outline?: Outline | undefined
}
