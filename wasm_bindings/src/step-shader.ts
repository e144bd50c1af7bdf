/** A step of many copies in WGSL (C++: StepShader in linkwork/program.hpp). */
export interface StepShader {
  readonly text: string
  readonly constants: readonly number[]
  /** Of a copy: places with two floats, and all floats. */
  readonly pairs: number
  readonly memory: number
  /** Places: of q, which v follows, of torques, of the length of a step, and of work. */
  readonly q: number
  readonly torque: number
  readonly length: number
  readonly work: number
}

/** Is added to a copy's count of steps where the copy has stopped. */
export const stopped = 2 ** 31
