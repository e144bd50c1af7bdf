import type {
  ForwardDynamicsDerivatives,
  InverseDynamicsDerivatives,
  JointSpaceInertia,
  StepMap
} from './derivatives.js'

/** `simulation.dynamics`: the equations of motion in the present state. No call changes the state. */
export interface Dynamics {
  /**
   * v̇ of all tree joints under the present forces, those of contacts and stops included. Closed contacts
   * (within 1e-6 m or rad) do not penetrate, with friction as they stick or slide. Throws SimulationError
   * where no forces do that, as of Painlevé's rod. A view, valid until the next call.
   */
  forwardDynamics(): Float64Array
  /**
   * τ on an independent set of joints that produces `a` in addition to all forces that act now. A view, valid
   * until the next call.
   */
  inverseDynamics(a: ArrayLike<number>): Float64Array
  /** The mass matrix. */
  massMatrix(): JointSpaceInertia
  /**
   * Reaction wrenches of every joint, then every loop, six numbers each: [moment; force] of parent on
   * child, the moment about the origin of the child's joint frame [N·m, N]. Constraint, motor, spring
   * and gear together: what a sensor built into the joint would read, contacts and stops of the
   * last step included. A view, valid until the next call.
   *
   * `axes`: 'world' (default), or 'joint' for those of the child's joint frame.
   */
  reactions(axes?: 'world' | 'joint'): Float64Array
  /**
   * How v̇ answers to small changes of position, velocity and torques, exact to rounding. Torques,
   * those of motors included, and wrenches are held; point forces and the pull follow their points.
   * Contacts and stops are left out.
   */
  forwardDynamicsDerivatives(): ForwardDynamicsDerivatives
  /** The same for the forces that `inverseDynamics(a)` finds. */
  inverseDynamicsDerivatives(a: ArrayLike<number>): InverseDynamicsDerivatives
  /**
   * A and B of the linearized discrete dynamics: derivatives of the integrator's next step, begun
   * here and now as after `setState`, by the state and by forces on all joints that are held over
   * it, exact to rounding; the length of a step that adapts is held too.
   * A MechanismError while motors track, and of a mechanism with nonholonomic constraints. A
   * SimulationError where the step fails, or where a contact, a stop or dry friction that holds acts
   * in it, or a first-order one has no contact force: it has no derivative there. Also where
   * `adaptive`, `baumgarte` or semi-implicit Euler with loops take it in parts.
   */
  stepMap(): StepMap
}
