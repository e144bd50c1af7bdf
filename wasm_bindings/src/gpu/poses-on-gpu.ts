import type { ShaderText } from '../step-shader.js'
import { bindingsOf, dispatch, type GpuMemory, pipelineOf } from './gpu-memory.js'

/** Writes where the bodies of copies stand, from the memory in which they are. */
export class PosesOnGpu {
  readonly #device: GPUDevice
  readonly #shader: ShaderText
  readonly #run: GPUBuffer
  readonly #memory: GPUBuffer
  readonly #constants: GPUBuffer
  readonly #places: GPUBuffer
  readonly #count: number
  #pipeline: GPUComputePipeline | undefined

  constructor(
    room: GpuMemory,
    shader: ShaderText,
    run: GPUBuffer,
    memory: GPUBuffer,
    count: number
  ) {
    this.#device = room.device
    this.#shader = shader
    this.#run = run
    this.#memory = memory
    this.#constants = room.constants(shader.constants)
    this.#places = room.storage(2 * count)
    this.#count = count
  }

  /** Before the first `write`: compiles. */
  async ready(): Promise<void> {
    this.#pipeline ??= await pipelineOf(this.#device, this.#shader)
  }

  write(target: GPUBuffer, places: Float32Array<ArrayBuffer>): void {
    const device = this.#device
    const pipeline = this.#pipeline as GPUComputePipeline
    device.queue.writeBuffer(this.#places, 0, places)
    const buffers = [this.#run, this.#memory, target, this.#constants, this.#places]
    dispatch(device, pipeline, bindingsOf(device, pipeline, buffers), this.#count)
  }
}
