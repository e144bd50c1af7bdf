/** Of copies, in WGSL. */
export interface ShaderText {
  readonly text: string
  readonly constants: readonly number[]
}

/** Poses of the bodies of copies (C++: PoseShader in linkwork/program.hpp). */
export interface PoseShader extends ShaderText {
  /** Of a copy: bodies and rods. */
  readonly matrices: number
}

/** A step of many copies (C++: StepShader there). */
export interface StepShader extends ShaderText {
  /** Of a copy: places with two floats, and all floats. */
  readonly pairs: number
  readonly memory: number
  /** Places: of q, which v follows, of torques, of the length of a step, and of work. */
  readonly q: number
  readonly torque: number
  readonly length: number
  readonly work: number
  readonly poses: PoseShader
}

/** Is added to a copy's count of steps where the copy has stopped. */
export const stopped = 2 ** 31
