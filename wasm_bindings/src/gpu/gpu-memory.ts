import type { ShaderText } from '../step-shader.js'

export const bytesOfFloat = 4
const workgroupSize = 64 // invocations, as the text of shaders has it

// Flags of the standard that TypeScript's library has no names for.
export const mapRead = 1 // GPUBufferUsage.MAP_READ, and GPUMapMode.READ
export const copyDestination = 8
export const storage = 128
const [copySource, uniform] = [4, 64] as const

/** Buffers on a device, freed together; sizes in numbers of 32 bits. */
export class GpuMemory {
  readonly #buffers: GPUBuffer[] = []

  constructor(readonly device: GPUDevice) {}

  uniform(size: number): GPUBuffer {
    return this.#buffer(size, uniform)
  }

  storage(size: number): GPUBuffer {
    return this.#buffer(size, storage)
  }

  constants(values: readonly number[]): GPUBuffer {
    const buffer = this.storage(Math.max(1, values.length))
    this.device.queue.writeBuffer(buffer, 0, new Uint32Array(values))
    return buffer
  }

  dispose(): void {
    for (const buffer of this.#buffers) buffer.destroy()
  }

  #buffer(size: number, kind: number): GPUBuffer {
    const usage = kind | copySource | copyDestination
    const buffer = this.device.createBuffer({ size: bytesOfFloat * size, usage })
    this.#buffers.push(buffer)
    return buffer
  }
}

export function pipelineOf(device: GPUDevice, shader: ShaderText): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ code: shader.text })
  return device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module, entryPoint: 'main' }
  })
}

/** An invocation a copy. */
export function dispatch(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  bindings: GPUBindGroup,
  count: number
): void {
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  pass.setPipeline(pipeline)
  pass.setBindGroup(0, bindings)
  pass.dispatchWorkgroups(Math.ceil(count / workgroupSize))
  pass.end()
  device.queue.submit([encoder.finish()])
}

/** Buffers bound in their order. */
export function bindingsOf(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  buffers: readonly GPUBuffer[]
): GPUBindGroup {
  return device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } }))
  })
}
