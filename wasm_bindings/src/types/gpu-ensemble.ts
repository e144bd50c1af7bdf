import type { AwaitedEnsemble } from './awaited-ensemble.js'
import type { EnsembleOptions } from './ensemble.js'

/** What an ensemble on the visitor's GPU is made of. */
export interface GpuEnsembleOptions extends EnsembleOptions {
  readonly backend: 'gpu'
}

/**
 * An ensemble that WebGPU moves: a copy an invocation, accelerations in floats of 32 bits, positions
 * and velocities as the sum of two. Loops are closed by one correction a step. `bench/gpu` says by
 * mechanism how far that is from the same steps in doubles.
 *
 * A copy whose step is not finite there, or leaves the coordinates that its loops were written down
 * for, goes on by itself in doubles.
 *
 * Where there is no WebGPU, more acts than gravity, torques and what joints do by themselves, numbers
 * vary, or a step is too long for compilers of shaders, all copies move in lanes.
 */
export interface GpuEnsemble extends AwaitedEnsemble {
  readonly backend: 'gpu' | 'lanes'
  /** Why it is not the GPU that moves the copies. */
  readonly reason: string | undefined
}
