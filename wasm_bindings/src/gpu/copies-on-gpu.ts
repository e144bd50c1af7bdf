import { SimulationError } from '../errors.js'
import type { StepShader } from '../step-shader.js'

export const stepsOfDispatch = 16
const mostWaiting = 64 // dispatches
const workgroupSize = 64
const bytesOfFloat = 4

// Flags of the standard that TypeScript's library has no names for.
const mapRead = 1 // GPUBufferUsage.MAP_READ, and GPUMapMode.READ
const [copySource, copyDestination, uniform, storage] = [4, 8, 64, 128] as const

/** The numbers of all copies in the memory of a GPU, and the shader that moves them. */
export class CopiesOnGpu {
  readonly #device: GPUDevice
  readonly #pipeline: GPUComputePipeline
  readonly #bindings: GPUBindGroup
  readonly #run: GPUBuffer
  readonly #memory: GPUBuffer
  readonly #made: GPUBuffer
  #loss: string | undefined

  private constructor(
    device: GPUDevice,
    pipeline: GPUComputePipeline,
    readonly shader: StepShader,
    readonly count: number
  ) {
    const buffer = (numbers: number, kind: number) =>
      device.createBuffer({
        size: bytesOfFloat * numbers,
        usage: kind | copySource | copyDestination
      })
    this.#device = device
    this.#pipeline = pipeline
    this.#run = buffer(4, uniform)
    this.#memory = buffer(shader.memory * count, storage)
    this.#made = buffer(count, storage)
    const constants = buffer(Math.max(1, shader.constants.length), storage)
    device.queue.writeBuffer(constants, 0, new Uint32Array(shader.constants))
    const isRead = shader.text.includes('constants[') // others are not in the pipeline's layout
    const buffers = [this.#run, this.#memory, this.#made, ...(isRead ? [constants] : [])]
    this.#bindings = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: buffers.map((each, binding) => ({ binding, resource: { buffer: each } }))
    })
    device.lost.then(({ message }) => {
      this.#loss = message
    })
  }

  /** Throws an Error that says why no GPU serves. */
  static async create(shader: StepShader, count: number): Promise<CopiesOnGpu> {
    const device = await requestDevice(bytesOfFloat * shader.memory * count)
    try {
      const module = device.createShaderModule({ code: shader.text })
      const pipeline = await device.createComputePipelineAsync({
        layout: 'auto',
        compute: { module, entryPoint: 'main' }
      })
      return new CopiesOnGpu(device, pipeline, shader, count)
    } catch (error) {
      device.destroy()
      throw error
    }
  }

  /** In dispatches, one after the other: systems end those that keep a GPU busy for seconds. */
  async step(steps: number): Promise<void> {
    for (let done = 0; done < steps; done += stepsOfDispatch) {
      this.#dispatch(Math.min(stepsOfDispatch, steps - done))
      if ((done / stepsOfDispatch) % mostWaiting === mostWaiting - 1)
        await this.#device.queue.onSubmittedWorkDone()
    }
  }

  #dispatch(steps: number): void {
    this.#device.queue.writeBuffer(this.#run, 0, new Uint32Array([this.count, steps, 0, 0]))
    const encoder = this.#device.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(this.#pipeline)
    pass.setBindGroup(0, this.#bindings)
    pass.dispatchWorkgroups(Math.ceil(this.count / workgroupSize))
    pass.end()
    this.#device.queue.submit([encoder.finish()])
  }

  /** Rows of numbers, a copy each, to the places from `place` on. */
  write(place: number, rows: ArrayLike<number>): void {
    const row = rows.length / this.count
    const first = new Float32Array(rows.length)
    const second = new Float32Array(rows.length)
    for (let copy = 0; copy < this.count; ++copy)
      for (let i = 0; i < row; ++i) {
        const number = rows[copy * row + i] as number
        const at = i * this.count + copy
        first[at] = number
        second[at] = number - (first[at] as number)
      }
    this.#write(place, first)
    this.#write(place + this.shader.pairs, second)
  }

  async read(place: number, row: number): Promise<Float64Array> {
    const { pairs } = this.shader
    const size = row * this.count
    const floats = new Float32Array(
      await this.#map(this.#memory, [place * this.count, (place + pairs) * this.count], size)
    )
    const rows = new Float64Array(size)
    for (let copy = 0; copy < this.count; ++copy)
      for (let i = 0; i < row; ++i) {
        const at = i * this.count + copy
        rows[copy * row + i] = (floats[at] as number) + (floats[size + at] as number)
      }
    return rows
  }

  writeMade(made: Uint32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#made, 0, made)
  }

  async readMade(): Promise<Uint32Array> {
    return new Uint32Array(await this.#map(this.#made, [0], this.count))
  }

  dispose(): void {
    this.#device.destroy()
  }

  #write(place: number, numbers: Float32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#memory, bytesOfFloat * place * this.count, numbers)
  }

  /** Stretches of `size` numbers of a buffer, one behind the other. */
  async #map(buffer: GPUBuffer, firsts: readonly number[], size: number): Promise<ArrayBuffer> {
    const bytes = bytesOfFloat * size
    const room = this.#device.createBuffer({
      size: bytes * firsts.length,
      usage: mapRead | copyDestination
    })
    const encoder = this.#device.createCommandEncoder()
    firsts.forEach((first, i) => {
      encoder.copyBufferToBuffer(buffer, bytesOfFloat * first, room, bytes * i, bytes)
    })
    this.#device.queue.submit([encoder.finish()])
    try {
      await room.mapAsync(mapRead)
      return room.getMappedRange().slice(0)
    } catch {
      throw this.#lost()
    } finally {
      room.destroy()
    }
  }

  #lost(): SimulationError {
    return new SimulationError(`the GPU was lost: ${this.#loss ?? 'its memory cannot be read'}`)
  }
}

async function requestDevice(bytes: number): Promise<GPUDevice> {
  const gpu = globalThis.navigator?.gpu as GPU | undefined
  if (!gpu) throw new Error('there is no WebGPU here')
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' })
  if (!adapter) throw new Error('WebGPU finds no adapter')
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits
  const most = Math.min(maxStorageBufferBindingSize, maxBufferSize)
  if (bytes > most)
    throw new Error(`the copies take ${bytes} bytes, and a buffer of the adapter up to ${most}`)
  return adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } })
}
