import { LiveEnsemble } from '../ensemble.js'
import type { MovingMechanism } from '../simulation-source.js'
import type { GpuEnsemble } from '../types/gpu-ensemble.js'
import type { WasmModule } from '../wasm-module.js'
import { AwaitedLanes } from './awaited-lanes.js'
import { CopiesOnGpu } from './copies-on-gpu.js'
import { EnsembleOnGpu } from './ensemble-on-gpu.js'

/** An ensemble on the visitor's GPU, or SIMD-batched without a GPU. */
export async function gpuEnsemble(
  module: WasmModule,
  source: MovingMechanism,
  count: number,
  vary: string[],
  device: GPUDevice | undefined
): Promise<GpuEnsemble> {
  const lanes = new LiveEnsemble(module, source, count, vary)
  try {
    const copies = await CopiesOnGpu.create(lanes.shader(), count, device)
    const ensemble = new EnsembleOnGpu(module, source, lanes, copies)
    try {
      await requireAgreement(module, source, ensemble)
      return ensemble
    } catch (error) {
      copies.dispose()
      throw error
    }
  } catch (error) {
    return new AwaitedLanes(lanes, error instanceof Error ? error.message : String(error))
  }
}

/**
 * Compilers of shaders may reorder what makes two floats one number, and then both are of no use: a
 * step there must be a step here, but for the floats of its accelerations.
 */
async function requireAgreement(
  module: WasmModule,
  source: MovingMechanism,
  ensemble: EnsembleOnGpu
): Promise<void> {
  const lanes = new LiveEnsemble(module, source, 1, [])
  try {
    const start = lanes.q.slice()
    lanes.step()
    await ensemble.step()
    const q = await ensemble.read('q')
    lanes.q.forEach((exact, i) => {
      const difference = Math.abs((q[i] as number) - exact)
      const change = Math.abs(exact - (start[i] as number))
      if (!(difference <= 1e-8 * (1 + Math.abs(exact)) + 1e-4 * change))
        throw new Error(`its arithmetic does not serve: a step is ${difference} off`)
    })
    await ensemble.reset()
  } finally {
    lanes.dispose()
  }
}
