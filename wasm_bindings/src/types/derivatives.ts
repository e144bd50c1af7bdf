/**
 * Derivatives of v̇ = FD(y, ẏ, τ) by the independent coordinates y of the mechanism, while its loops
 * and couplings stay closed; matrices row after row, rows by all joints as in `v`.
 */
export interface ForwardDynamicsDerivatives {
  /** The independent coordinates: joint and component of its velocity. Columns of y and ẏ. */
  readonly coordinates: readonly (readonly [joint: string, component: number])[]
  /** ∂v̇/∂y: one column a coordinate. */
  readonly position: Float64Array
  /** ∂v̇/∂ẏ. */
  readonly velocity: Float64Array
  /** ∂v̇/∂τ: one column for each entry of v; symmetric. */
  readonly torque: Float64Array
}

/** Derivatives of the independent joints' forces τ_y = ID(y, ẏ, ÿ): square matrices over y. */
export interface InverseDynamicsDerivatives {
  readonly coordinates: readonly (readonly [joint: string, component: number])[]
  readonly position: Float64Array
  readonly velocity: Float64Array
  /** ∂τ_y/∂ÿ: the mass matrix. */
  readonly acceleration: Float64Array
}

/** The mass matrix H over the independent coordinates: kinetic energy ½ ẏᵀ H ẏ. */
export interface JointSpaceInertia {
  /** Joint and component of its velocity: rows and columns. */
  readonly coordinates: readonly (readonly [joint: string, component: number])[]
  /** Symmetric, row after row. */
  readonly matrix: Float64Array
}

/**
 * Derivatives of one step, as it is taken and not of the motion that it approximates:
 *
 *     x' = Φ(x, τ)        δx' = A δx + B δτ        x = (y, ẏ)
 *
 * by the independent coordinates where the step begins and those where it ends, which the next step
 * begins with: maps of steps that follow each other multiply. On ball and free joints δy is a turn
 * and a shift in the child's axes. Matrices row after row; rows by y, then by ẏ.
 */
export interface StepMap {
  /** Independent coordinates where the step begins: joint and component of its velocity. */
  readonly coordinates: readonly (readonly [joint: string, component: number])[]
  /** The same where it ends. */
  readonly endCoordinates: readonly (readonly [joint: string, component: number])[]
  /** A = ∂x'/∂x: columns by y, then by ẏ. */
  readonly state: Float64Array
  /** B = ∂x'/∂τ: one column for each entry of v. */
  readonly torque: Float64Array
}
