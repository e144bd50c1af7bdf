import { described, optionsOf, reading, text, trueOrFalse, wholeNumber } from './checks.js'
import { LiveEnsemble } from './ensemble.js'
import { MechanismError } from './errors.js'
import { wasm } from './library-wasm.js'
import { CompiledModel } from './model.js'
import { plain } from './plain.js'
import { LiveSimulation } from './simulation.js'
import {
  type MovingMechanism,
  movingOf,
  type SimulationSource,
  simulationOptions
} from './simulation-source.js'
import {
  type MechanismTexts,
  mechanismFile,
  mechanismTexts,
  stateJson,
  stateText
} from './source-text.js'
import type { Ensemble, EnsembleOptions } from './types/ensemble.js'
import type { GpuEnsemble, GpuEnsembleOptions } from './types/gpu-ensemble.js'
import type { AssembleOptions, Linkwork, MechanismSource } from './types/linkwork.js'
import type { Mechanism } from './types/mechanism.js'
import type { Model, ModelOptions } from './types/model.js'
import type {
  AccelerationMethod,
  CompileOptions,
  Simulation,
  SimulationOptions
} from './types/simulation.js'
import type { StateSource } from './types/state.js'
import type {
  Accelerations,
  CoriolisMatrix,
  Energy,
  Kinematics,
  MassMatrix,
  MechanismInfo,
  MethodComparison,
  Torques
} from './types/state-queries.js'
import type { AccelerationMethodEntry, CatalogueEntry, MethodEntry } from './types/tables.js'
import { unwrap, type WasmModule } from './wasm-module.js'

const parsed = (written: string) => JSON.parse(written) as Mechanism

/** The functions of the library, over one WebAssembly module. */
export class Library implements Linkwork {
  readonly #module: WasmModule

  constructor(module: WasmModule) {
    this.#module = module
  }

  get [wasm](): WasmModule {
    return this.#module
  }

  get version(): string {
    return this.#module.version()
  }

  get methods(): readonly MethodEntry[] {
    return JSON.parse(unwrap(this.#module.methods())) as MethodEntry[]
  }

  get accelerationMethods(): readonly AccelerationMethodEntry[] {
    return JSON.parse(unwrap(this.#module.accelerationMethods())) as AccelerationMethodEntry[]
  }

  get catalogue(): readonly CatalogueEntry[] {
    return JSON.parse(unwrap(this.#module.catalogue())) as CatalogueEntry[]
  }

  mechanism(source: MechanismSource): Mechanism {
    return parsed(unwrap(this.#module.mechanism(this.#text(source))))
  }

  assemble(source: MechanismSource, options?: AssembleOptions): Mechanism {
    const { set = {}, velocities = {} } = optionsOf(options, ['set', 'velocities'])
    const wanted = { q: plain(set, 'set'), v: plain(velocities, 'velocities') }
    const state = stateJson(this.#module, wanted, 'set')
    return parsed(unwrap(this.#module.assemble(this.#text(source), state)))
  }

  validate(source: MechanismSource): { readonly warnings: readonly string[] } {
    return { warnings: this.info(source).warnings }
  }

  info(source: MechanismSource, state?: StateSource): MechanismInfo {
    return this.#run('info', source, state)
  }

  kinematics(source: MechanismSource, state?: StateSource): Kinematics {
    return this.#run('kinematics', source, state)
  }

  energy(source: MechanismSource, state?: StateSource): Energy {
    return this.#run('energy', source, state)
  }

  forwardDynamics(
    source: MechanismSource,
    state?: StateSource,
    options?: { readonly method?: AccelerationMethod | undefined }
  ): Accelerations {
    const { method } = optionsOf(options, ['method'])
    return this.#run('forward-dynamics', source, state, method)
  }

  inverseDynamics(source: MechanismSource, state?: StateSource): Torques {
    return this.#run('inverse-dynamics', source, state)
  }

  massMatrix(source: MechanismSource, state?: StateSource): MassMatrix {
    return this.#run('mass-matrix', source, state)
  }

  coriolisMatrix(source: MechanismSource, state?: StateSource): CoriolisMatrix {
    return this.#run('coriolis-matrix', source, state)
  }

  check(source: MechanismSource, state?: StateSource): MethodComparison {
    return this.#run('check', source, state)
  }

  model(source: MechanismSource, options?: ModelOptions): Model {
    const { state, assemble } = optionsOf(options, ['state', 'assemble'])
    const mechanism = this.#texts(source, assemble)
    const start = stateText(this.#module, state)
    return new CompiledModel(this.#module, {
      mechanism,
      stateText: start,
      ...this.#readers(mechanism, start)
    })
  }

  simulate(source: MechanismSource, options: CompileOptions): Promise<Simulation>
  simulate(source: MechanismSource, options?: SimulationOptions): Simulation
  simulate(
    source: MechanismSource,
    options?: SimulationOptions | CompileOptions
  ): Simulation | Promise<Simulation> {
    const known = [...simulationOptions, 'compile', 'keepParameters'] as const
    const read = optionsOf(options as Partial<CompileOptions>, known)
    const { compile = false, keepParameters, ...how } = read
    if (!trueOrFalse(compile, 'compile')) {
      if (keepParameters !== undefined)
        throw new MechanismError('keepParameters: expected with compile: true, found without')
      return new LiveSimulation(this.#module, this.#simulationSource(this.#moving(source, how)))
    }
    return this.#compiled(source, how, trueOrFalse(keepParameters ?? false, 'keepParameters'))
  }

  async #compiled(
    source: MechanismSource,
    how: SimulationOptions,
    keepParameters: boolean
  ): Promise<Simulation> {
    const simulated = this.#simulationSource(this.#moving(source, how))
    return LiveSimulation.compile(this.#module, simulated, keepParameters)
  }

  ensemble(source: MechanismSource, options: GpuEnsembleOptions): Promise<GpuEnsemble>
  ensemble(source: MechanismSource, options: EnsembleOptions): Ensemble
  ensemble(
    source: MechanismSource,
    options: EnsembleOptions & Partial<Pick<GpuEnsembleOptions, 'backend' | 'device'>>
  ): Ensemble | Promise<GpuEnsemble> {
    const known = [...simulationOptions, 'count', 'vary', 'precision', 'backend', 'device'] as const
    const { count, vary, precision, backend, device, ...how } = optionsOf(options, known)
    const copies = wholeNumber(count, 1, 'count')
    const names = reading('vary', () => {
      if (vary !== undefined && !Array.isArray(vary))
        throw new MechanismError(`vary: expected an array of names, found ${described(vary)}`)
      return Array.from(vary ?? [], (name, i) => text(name, `vary[${i}]`))
    })
    const simulated = this.#moving(source, how)
    if (precision !== undefined && precision !== 'doubles' && precision !== 'floats')
      throw new MechanismError(
        `precision: expected 'doubles' or 'floats', found ${described(precision)}`
      )
    const isDevice = reading(
      'device',
      () => typeof device?.createComputePipelineAsync === 'function'
    )
    if (device !== undefined && !(isDevice && backend === 'gpu'))
      throw new MechanismError(
        `device: expected a GPUDevice with backend 'gpu', or nothing, found ${described(device)}`
      )
    if (backend === undefined)
      return new LiveEnsemble(this.#module, simulated, copies, names, precision)
    if (precision !== undefined)
      throw new MechanismError("precision: expected no precision with backend 'gpu', found both")
    if (backend !== 'gpu')
      throw new MechanismError(`backend: expected 'gpu' or nothing, found ${described(backend)}`)
    return import('./gpu/gpu-ensemble.js').then(({ gpuEnsemble }) =>
      gpuEnsemble(this.#module, simulated, copies, names, device)
    )
  }

  /** A mechanism and how it is to move, assembled first if that is requested. */
  #moving(source: MechanismSource, options: SimulationOptions | undefined): MovingMechanism {
    const read = optionsOf(options, simulationOptions)
    const mechanism = this.#texts(source, read.assemble)
    return { mechanism, moving: movingOf(this.#module, read), step: read.step ?? 1e-3 }
  }

  #texts(source: MechanismSource, assemble: boolean | undefined = false): MechanismTexts {
    const texts = mechanismTexts(this.#module, source)
    trueOrFalse(assemble, 'assemble')
    if (!assemble) return texts
    const text = mechanismFile(this.#module, texts)
    return { catalogue: null, text: unwrap(this.#module.assemble(text, '{}')) }
  }

  /** Reads what was opened, when it is first requested. */
  #readers(mechanism: MechanismTexts, state: string) {
    const file = () => mechanismFile(this.#module, mechanism)
    return {
      readMechanism: parsed,
      readInfo: () => this.info(file(), state === '' ? undefined : state)
    }
  }

  #simulationSource({ mechanism, moving }: MovingMechanism): SimulationSource {
    return {
      ...this.#readers(mechanism, moving[0]),
      open: (simulation) => simulation.open(mechanism.catalogue, mechanism.text, ...moving)
    }
  }

  #text(source: MechanismSource): string {
    return mechanismFile(this.#module, mechanismTexts(this.#module, source))
  }

  #run<Result>(
    command: string,
    source: MechanismSource,
    state?: StateSource,
    method: AccelerationMethod = 'articulated-body'
  ): Result {
    const name = text(method, 'method')
    const mechanism = this.#text(source)
    const answer = this.#module.runCommand(command, mechanism, stateText(this.#module, state), name)
    return JSON.parse(unwrap(answer)) as Result
  }
}
