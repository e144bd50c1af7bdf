/**
 * The quantities of one body after the passes of the articulated-body algorithm, in the axes of its frame and
 * about its origin; angular part first, matrices row after row.
 */
export interface BodyPasses {
  /** Its place among `clusters`. */
  readonly cluster: number
  /** Forward pass: v [rad/s, m/s]. */
  readonly velocity: Float64Array
  /**
   * Backward pass: Iᴬ, 6 × 6, and pᴬ of the body's subtree, before the joints of its own cluster are
   * eliminated [kg·m², kg·m, kg; N·m, N].
   */
  readonly articulatedInertia: Float64Array
  readonly biasForce: Float64Array
  /** Second forward pass: a, with −g at the ground [rad/s², m/s²]. */
  readonly acceleration: Float64Array
}

/** Bodies whose joints are eliminated at once: one alone, or those that loops and couplings tie. */
export interface ClusterPasses {
  /** Places of bodies. */
  readonly bodies: readonly number[]
  /** Entries in v of its joints: the columns of K and the rows of G. */
  readonly velocities: readonly number[]
  /** Parent body; −1: the ground. */
  readonly parent: number
  /** Iᵃ and pᵃ, propagated to the parent, in the parent's frame; zero if it is the ground. */
  readonly handedInertia: Float64Array
  readonly handedForce: Float64Array
  /** Rows of K. */
  readonly rows: number
  /** Columns of G. */
  readonly degreesOfFreedom: number
  /**
   * K v = 0, and v = G ẏ, row after row. Rows that are lengths count in units of the size of its loops.
   * Without loops and couplings K has no rows and G is the identity.
   */
  readonly K: Float64Array
  readonly G: Float64Array
  /**
   * Of K, largest first, as many as its rank away from singular poses. The last over the first is how
   * far the pose is from a singular one.
   */
  readonly singularValues: Float64Array
}

/** Of `model.recursion`. */
export interface RecursionPasses {
  readonly bodies: readonly BodyPasses[]
  readonly clusters: readonly ClusterPasses[]
}
