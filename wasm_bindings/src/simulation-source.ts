import { bound, finiteNumber, optionsOf, text } from './checks.js'
import { MechanismError } from './errors.js'
import type { Outline } from './outline.js'
import { jsonText, type MechanismTexts, stateText } from './source-text.js'
import type { Mechanism } from './types/mechanism.js'
import type { SimulationOptions, Solver } from './types/simulation.js'
import type { MechanismInfo } from './types/state-queries.js'
import type { Moving, WasmModule, WasmSimulation } from './wasm-module.js'

/** Options of version 0.3, which types do not have. */
const formerOptions = ['method', 'integrator'] as const as readonly string[] as readonly never[]

export const simulationOptions: readonly (keyof SimulationOptions)[] = [
  'solver',
  'step',
  'variational',
  'contact',
  'energyTolerance',
  'state',
  'assemble',
  ...formerOptions
]

/** The names of a method and its integrator; empty: the default ones. C++ checks them. */
export function solverNames(solver: Solver | undefined): [method: string, integrator: string] {
  const { method, integrator } = optionsOf(solver, ['method', 'integrator'], 'solver')
  return [text(method ?? '', 'solver.method'), text(integrator ?? '', 'solver.integrator')]
}

/** The solver of options. Those of version 0.3 have its members among them. */
function solverOf(options: SimulationOptions & Partial<Solver>): Solver | undefined {
  const { solver, method, integrator } = options
  if (method === undefined && integrator === undefined) return solver
  if (solver === undefined) return { method, integrator } as Solver
  throw new MechanismError(
    'options: found solver and also method or integrator; expected solver: { method, integrator }'
  )
}

/** How a mechanism is to move, as WebAssembly reads it. */
export function movingOf(module: WasmModule, options: SimulationOptions): Moving {
  const { step = 1e-3, variational = {}, contact, state } = options
  const { energyTolerance } = options
  const { allow = Number.POSITIVE_INFINITY } = optionsOf(contact, ['allow'], 'contact')
  return [
    stateText(module, state),
    ...solverNames(solverOf(options)),
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
