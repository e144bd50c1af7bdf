import type { AwaitedEnsemble } from './awaited-ensemble.js'
import type { EnsembleOptions } from './ensemble.js'

type Named<Name extends string> = typeof globalThis extends {
  readonly [key in Name]: { readonly prototype: infer Type }
}
  ? Type
  : object

/** WebGPU's GPUDevice and GPUBuffer, if TypeScript has their types. */
export type WebGpuDevice = Named<'GPUDevice'>
export type WebGpuBuffer = Named<'GPUBuffer'>

/** Options of an ensemble on the visitor's GPU. */
export interface GpuEnsembleOptions extends EnsembleOptions {
  readonly backend: 'gpu'
  /**
   * The device of the copies: that of a renderer, which then draws them from its memory. It stays open
   * when the ensemble is disposed of. Default: a device of its own.
   */
  readonly device?: WebGpuDevice | undefined
}

/**
 * An ensemble that WebGPU moves: a copy an invocation, accelerations in floats of 32 bits, positions
 * and velocities as the sum of two. Loops are closed by one correction a step. `bench/gpu` says by
 * mechanism how far that is from the same steps in doubles.
 *
 * A copy whose step is not finite there, or leaves the coordinates of the generated code for its loops,
 * continues on the CPU in doubles.
 *
 * All copies are SIMD-batched without WebGPU, with other forces than gravity, torques and those of joints,
 * with varied numbers, or if a step is too long for compilers of shaders.
 */
export interface GpuEnsemble extends AwaitedEnsemble {
  readonly backend: 'gpu' | 'lanes'
  /** Why it is not the GPU that moves the copies. */
  readonly reason: string | undefined
  /** The device whose memory has the copies; undefined if SIMD-batched. */
  readonly device: WebGpuDevice | undefined
  /**
   * Writes the pose of every body of every copy to a buffer of the same device (usage STORAGE):
   * matrices of 4 × 4 floats, column by column, those of the first body of all copies, then those of
   * the next; after the bodies in the same way of each rod what takes the y axis from 0 to 1 to it.
   * Nothing is read back. `places` moves each copy along x and y, 2 numbers a copy [m].
   * Rejects if SIMD-batched; then use `read('poses')`.
   */
  writePoses(target: WebGpuBuffer, places?: ArrayLike<number>): Promise<void>
}
