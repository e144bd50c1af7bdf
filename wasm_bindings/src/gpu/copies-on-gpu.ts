import { SimulationError } from '../errors.js'
import type { StepShader } from '../step-shader.js'
import {
  bindingsOf,
  bytesOfFloat,
  copyDestination,
  dispatch,
  GpuMemory,
  mapRead,
  pipelineOf
} from './gpu-memory.js'
import { PosesOnGpu } from './poses-on-gpu.js'

export const stepsOfDispatch = 16
const mostWaiting = 64 // dispatches

/** The numbers of all copies in the memory of a GPU, and the shaders that move and show them. */
export class CopiesOnGpu {
  readonly device: GPUDevice
  readonly #isOwn: boolean
  readonly #room: GpuMemory
  readonly #pipeline: GPUComputePipeline
  readonly #bindings: GPUBindGroup
  readonly #run: GPUBuffer
  readonly #memory: GPUBuffer
  readonly #made: GPUBuffer
  readonly #poses: PosesOnGpu
  #loss: string | undefined

  private constructor(
    device: GPUDevice,
    isOwn: boolean,
    pipeline: GPUComputePipeline,
    readonly shader: StepShader,
    readonly count: number
  ) {
    this.device = device
    this.#isOwn = isOwn
    this.#room = new GpuMemory(device)
    this.#pipeline = pipeline
    this.#run = this.#room.uniform(4)
    device.queue.writeBuffer(this.#run, 0, new Uint32Array([count, 0, 0, 0]))
    this.#memory = this.#room.storage(shader.memory * count)
    this.#made = this.#room.storage(count)
    this.#poses = new PosesOnGpu(this.#room, shader.poses, this.#run, this.#memory, count)
    const constants = this.#room.constants(shader.constants)
    const isRead = shader.text.includes('constants[') // others are not in the pipeline's layout
    const buffers = [this.#run, this.#memory, this.#made, ...(isRead ? [constants] : [])]
    this.#bindings = bindingsOf(device, pipeline, buffers)
    device.lost.then(({ message }) => {
      this.#loss ??= message
    })
  }

  /** On a device that others use too, or one of its own. Throws an Error that says why no GPU serves. */
  static async create(
    shader: StepShader,
    count: number,
    shared: GPUDevice | undefined
  ): Promise<CopiesOnGpu> {
    const bytes = bytesOfFloat * shader.memory * count
    if (shared) requireRoom(bytes, shared.limits, 'device')
    const device = shared ?? (await requestDevice(bytes))
    try {
      const pipeline = await pipelineOf(device, shader)
      return new CopiesOnGpu(device, !shared, pipeline, shader, count)
    } catch (error) {
      if (!shared) device.destroy()
      throw error
    }
  }

  /** In dispatches, one after the other: systems end those that keep a GPU busy for seconds. */
  async step(steps: number): Promise<void> {
    for (let done = 0; done < steps; done += stepsOfDispatch) {
      this.#dispatch(Math.min(stepsOfDispatch, steps - done))
      if ((done / stepsOfDispatch) % mostWaiting === mostWaiting - 1)
        await this.device.queue.onSubmittedWorkDone()
    }
  }

  #dispatch(steps: number): void {
    this.#requireGpu()
    this.device.queue.writeBuffer(this.#run, 0, new Uint32Array([this.count, steps, 0, 0]))
    dispatch(this.device, this.#pipeline, this.#bindings, this.count)
  }

  /** Matrices of 16 floats: those of the first body of all copies, the next ones, then of rods. */
  async writePoses(target: GPUBuffer, places: Float32Array<ArrayBuffer>): Promise<void> {
    await this.#poses.ready()
    this.#requireGpu()
    this.#poses.write(target, places)
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

  /** The row of one copy, to the first floats alone. */
  show(place: number, copy: number, row: Float64Array): void {
    for (let i = 0; i < row.length; ++i)
      this.device.queue.writeBuffer(
        this.#memory,
        bytesOfFloat * ((place + i) * this.count + copy),
        Float32Array.of(row[i] as number)
      )
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
    this.device.queue.writeBuffer(this.#made, 0, made)
  }

  async readMade(): Promise<Uint32Array> {
    return new Uint32Array(await this.#map(this.#made, [0], this.count))
  }

  dispose(): void {
    this.#loss ??= 'its memory was freed'
    this.#room.dispose()
    if (this.#isOwn) this.device.destroy()
  }

  #write(place: number, numbers: Float32Array<ArrayBuffer>): void {
    this.device.queue.writeBuffer(this.#memory, bytesOfFloat * place * this.count, numbers)
  }

  /** Stretches of `size` numbers of a buffer, one behind the other. */
  async #map(buffer: GPUBuffer, firsts: readonly number[], size: number): Promise<ArrayBuffer> {
    this.#requireGpu()
    const bytes = bytesOfFloat * size
    const room = this.device.createBuffer({
      size: bytes * firsts.length,
      usage: mapRead | copyDestination
    })
    const encoder = this.device.createCommandEncoder()
    firsts.forEach((first, i) => {
      encoder.copyBufferToBuffer(buffer, bytesOfFloat * first, room, bytes * i, bytes)
    })
    this.device.queue.submit([encoder.finish()])
    try {
      await room.mapAsync(mapRead)
      return room.getMappedRange().slice(0)
    } catch {
      throw this.#lost()
    } finally {
      room.destroy()
    }
  }

  #requireGpu(): void {
    if (this.#loss !== undefined) throw this.#lost()
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
  requireRoom(bytes, adapter.limits, 'adapter')
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits
  return adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } })
}

function requireRoom(bytes: number, limits: GPUSupportedLimits, owner: string): void {
  const most = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize)
  if (bytes > most)
    throw new Error(`the copies take ${bytes} bytes, and a buffer of the ${owner} up to ${most}`)
}
