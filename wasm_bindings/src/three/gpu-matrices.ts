import type { InstancedBufferAttribute } from 'three'
import type { AwaitedEnsemble } from '../types/awaited-ensemble.js'
import type { GpuEnsemble } from '../types/gpu-ensemble.js'

const bytesOfMatrix = 64
const [copySource, storage] = [4, 128] as const // GPUBufferUsage

/** The parts of three.js's WebGPURenderer that are used here. */
interface Backend {
  readonly device: GPUDevice
  /** Makes the buffer of an attribute, unless there is one. */
  createAttribute(attribute: InstancedBufferAttribute): void
  get(attribute: InstancedBufferAttribute): { readonly buffer?: GPUBuffer }
}

/** Instances whose matrices an ensemble writes and a renderer reads, on one GPU. */
export class GpuMatrices {
  readonly #ensemble: GpuEnsemble
  readonly #backend: Backend
  readonly #matrices: readonly InstancedBufferAttribute[]
  readonly #poses: GPUBuffer

  private constructor(
    ensemble: GpuEnsemble,
    backend: Backend,
    matrices: readonly InstancedBufferAttribute[]
  ) {
    this.#ensemble = ensemble
    this.#backend = backend
    this.#matrices = matrices
    this.#poses = backend.device.createBuffer({
      size: bytesOfMatrix * matrices.reduce((sum, { count }) => sum + count, 0),
      usage: storage | copySource
    })
  }

  /** Of an ensemble on the device of a renderer; else undefined. `matrices` by body, then by rod. */
  static of(
    ensemble: AwaitedEnsemble,
    renderer: object | undefined,
    matrices: readonly InstancedBufferAttribute[]
  ): GpuMatrices | undefined {
    if (!isOnGpu(ensemble) || !renderer || !('backend' in renderer)) return undefined
    const backend = renderer.backend as Backend
    return backend.device === ensemble.device
      ? new GpuMatrices(ensemble, backend, matrices)
      : undefined
  }

  async update(places: ArrayLike<number>): Promise<void> {
    await this.#ensemble.writePoses(this.#poses, places)
    const { device } = this.#backend
    const encoder = device.createCommandEncoder()
    let first = 0
    for (const each of this.#matrices) {
      this.#backend.createAttribute(each)
      const bytes = bytesOfMatrix * each.count
      const { buffer } = this.#backend.get(each)
      if (buffer) encoder.copyBufferToBuffer(this.#poses, first, buffer, 0, bytes)
      first += bytes
    }
    device.queue.submit([encoder.finish()])
  }

  dispose(): void {
    this.#poses.destroy()
  }
}

function isOnGpu(ensemble: AwaitedEnsemble): ensemble is GpuEnsemble {
  return 'device' in ensemble && ensemble.device !== undefined
}
