/// <reference lib="esnext.disposable" preserve="true" />
import type { Actuators, Tendons } from './actuators.js'
import type { Constraints } from './constraints.js'
import type { Contacts } from './contacts.js'
import type { Dynamics } from './dynamics.js'
import type { EnergyBalance } from './energy.js'
import type { Forces } from './forces.js'
import type { BodyHandle, JointHandle } from './handles.js'
import type { Mechanism } from './mechanism.js'
import type { MechanismParameters } from './parameters.js'
import type { GivenJointValues, State, StateSource } from './state.js'
import type { MechanismInfo } from './state-queries.js'
import type { TrackingMotors } from './tracking.js'

/** Accelerations by the articulated-body recursion, in the joints' coordinates. O(n). */
export interface ArticulatedBodySolver {
  readonly method: 'articulated-body'
  /** Default 'rk4'. 'rosenbrock', of order two, has implicit springs and dampers of joints. */
  readonly integrator?: 'rk4' | 'semi-implicit-euler' | 'rosenbrock' | undefined
}

/**
 * Discrete mechanics, which keeps energy and momentum over millions of steps: in the joints' coordinates
 * ('variational', Lee et al.), or with all bodies by themselves and joints as equations
 * ('variational-maximal', Brüdigam & Manchester).
 */
export interface VariationalSolver {
  readonly method: 'variational' | 'variational-maximal'
  /**
   * Default 'second-order'. 'fourth-order' is five steps in one. 'adaptive' takes shorter steps in fast
   * motion, reversibly: energy does not drift in regular motion that swings back the way it came.
   */
  readonly integrator?: 'second-order' | 'fourth-order' | 'adaptive' | undefined
}

/** Lagrange multipliers (Baraff), all bodies by themselves. */
export interface MultiplierSolver {
  readonly method: 'multipliers'
  /**
   * Default 'rattle', of order two, whose energy does not drift. 'rk4' projects onto the joints after each
   * step, 'baumgarte' feeds drift back. In 'first-order' motion forces give velocities: what is dragged
   * moves while it is pulled and then stays.
   */
  readonly integrator?: 'rattle' | 'rk4' | 'baumgarte' | 'first-order' | undefined
}

/** How a simulation moves on. All methods keep contacts and joint limits. */
export type Solver = ArticulatedBodySolver | VariationalSolver | MultiplierSolver

type Complete<Each> = Each extends Solver
  ? { readonly method: Each['method']; readonly integrator: NonNullable<Each['integrator']> }
  : never

/** A method and its integrator, by name. */
export type NamedSolver = Complete<Solver>

export type Method = Solver['method']

export type Integrator = NonNullable<Solver['integrator']>

/**
 * How accelerations of one state are computed. The others are there to check the first, and cubic
 * in the degrees of freedom but for 'general-joint' and 'multipliers': 'composite-body' factors the
 * mass matrix, 'projection' takes that of the tree without its loops and projects it, the two by
 * Lagrange multipliers solve for the forces that close the loops, and 'general-joint' takes six
 * recursions over the bodies, for joints of any kind.
 */
export type AccelerationMethod =
  | 'articulated-body'
  | 'composite-body'
  | 'projection'
  | 'lagrange-dense'
  | 'lagrange-sparse'
  | 'general-joint'
  | 'multipliers'

/** How the variational methods solve the equations of a step. */
export interface VariationalOptions {
  /** Of 'variational'. Default 'automatic'. */
  readonly rootFinder?: RootFinder | undefined
  /** Of 'variational': where the search begins. Default 'quadratic'. */
  readonly initialGuess?: InitialGuess | undefined
  /** Largest correction of a velocity at which the search ends, relative above 1. Default 1e-10, of
   * 'variational-maximal' 1e-9. */
  readonly tolerance?: number | undefined
  /** After which the step fails. Default 30. */
  readonly maxIterations?: number | undefined
  /** Of 'variational-maximal': the place of loops in the elimination. Default 'along-cycle'. */
  readonly loops?: 'along-cycle' | 'dense-last' | undefined
  /** Of 'variational-maximal': momenta of the first state. 'published' is of order one. */
  readonly start?: 'consistent' | 'published' | undefined
}

/**
 * 'newton' is exact, 'frozen-newton' forms its derivative once a step and where convergence is slow,
 * 'riqn' is the quasi-Newton method of Lee et al.; 'automatic' corrects by 'riqn' while that converges
 * quickly, then by 'newton'. All are linear in the bodies.
 */
export type RootFinder = 'automatic' | 'newton' | 'frozen-newton' | 'riqn'

/** The average velocity of the step to come: as the last one, or on the line or parabola through it. */
export type InitialGuess = 'previous' | 'linear' | 'quadratic'

/** How contacts and joint limits are solved. */
export interface ContactOptions {
  /**
   * The velocity by which a step may break the laws of contact, where no impulses satisfy them, in its
   * parts neither [m/s, rad/s]; else it is a SimulationError. Default: any (`contacts.error`).
   */
  readonly allow?: number | undefined
}

export interface SimulationOptions {
  /** Default: 'articulated-body'; with colliders 'multipliers', with rolling what keeps it. */
  readonly solver?: Solver | undefined
  /** Length of a step [s]. Default 1e-3. */
  readonly step?: number | undefined
  readonly variational?: VariationalOptions | undefined
  readonly contact?: ContactOptions | undefined
  /**
   * By what part of the kinetic energy a step may miss the balance of energy before it is taken in parts
   * (`retries`); Infinity: any. Default: 2e-4, or 2e-3 to 5e-3 where energy comes back. Looked at where
   * nothing touches and velocities change much (guide, "Accuracy").
   */
  readonly energyTolerance?: number | undefined
  /** Start, and forces `tau` and `wrenches` that stay on. Default: the mechanism's initialState. */
  readonly state?: StateSource | undefined
  /** `CompileOptions` compile the mechanism. */
  readonly compile?: false | undefined
  /**
   * If loops or couplings are open at the start: begin in the nearest pose in which they close,
   * as `assemble` finds it. Default false: open ones are an error.
   */
  readonly assemble?: boolean | undefined
}

/** Of `simulate` with `compile: true`. */
export interface CompileOptions extends Omit<SimulationOptions, 'compile'> {
  readonly compile: true
  /**
   * Whether code reads the mechanism's numbers from memory, so `parameters.set` leaves it in use; a
   * little slower than with them folded in. Default false.
   */
  readonly keepParameters?: boolean | undefined
}

/**
 * `step`: a whole step of the integrator that there was when it was compiled, `rk4`,
 * `semi-implicit-euler` or one of the method `variational`, the latter of trees of revolute joints and floating
 * bodies without springs, damping, friction and gears.
 */
export type CompiledQuantity = 'forwardDynamics' | 'inverseDynamics' | 'massMatrix' | 'step'

/**
 * The result of the compilation of a mechanism to WebAssembly. If it failed, for example under a content
 * security policy that forbids it, the simulation computes the same without.
 */
export interface Compilation {
  /** Whether compiled code moves the simulation by its present method. */
  readonly isCompiled: boolean
  /** Why not. */
  readonly reason?: string | undefined
  /** Quantities that compiled code computes, if it is faster than the recursion. */
  readonly covers: readonly CompiledQuantity[]
  /** Length of the emitted modules. */
  readonly bytes: number
  /** Functions in them. */
  readonly functions: number
  /** From the mechanism to code that runs [ms]. */
  readonly milliseconds: number
}

/** Of `rollout`. */
export interface RolloutOptions {
  /** Steps of each interval. Default 1. */
  readonly hold?: number | undefined
  /** Whether the states where intervals end come back. Default false. */
  readonly record?: boolean | undefined
}

/** Joints that are to stand and move as given, by name; the others follow. */
export interface DrivenJoints {
  readonly q?: GivenJointValues | undefined
  readonly v?: GivenJointValues | undefined
}

/**
 * A mechanism in motion.
 *
 * Bodies and joints are named by name or by their index in the mechanism. Array properties are
 * live views into the WebAssembly memory: they always show the present state, cost no allocation,
 * and must be read again from the simulation after any call that may grow the memory (keep the
 * simulation, not the array). Copy them to keep them.
 *
 * An error leaves the simulation in its last good state and usable. After `dispose` every use is
 * a SimulationError.
 */
export interface Simulation extends Disposable {
  readonly mechanism: Mechanism
  /** Of the mechanism with all its loops. */
  readonly info: MechanismInfo
  /** Of a simulation made with `compile: true`: the result of the compilation. */
  readonly compiled: Compilation | undefined

  /** [s] */
  readonly time: number
  /** Length of a step, the longest where steps adapt [s]. */
  stepSize: number
  /**
   * Method and integrator. Assign to change them: without an integrator, another method takes its default one,
   * unless it has the present one too. Throws MechanismError, and changes nothing, if the method does not have
   * the integrator or does not support the mechanism.
   */
  get solver(): NamedSolver
  set solver(solver: Solver)

  /** Takes `count` steps (default 1). Throws SimulationError if one leaves the finite numbers. */
  step(count?: number): void
  /**
   * `intervals` of `hold` steps each (default 1) under torques on all tree joints: intervals ×
   * velocitySize numbers, of which the last stay. With `record`, intervals × (positionSize +
   * velocitySize) numbers come back: q and v where each interval ends; a view, valid until the next
   * call.
   */
  rollout(
    controls: ArrayLike<number>,
    intervals: number,
    options?: RolloutOptions
  ): Float64Array | undefined
  /**
   * Takes as many steps as fit into `seconds` plus the remainder of earlier calls, keeps the new
   * remainder, and returns how many steps it took. Time does not run backwards: negative seconds
   * count as none.
   */
  advance(seconds: number): number

  /** Positions of all tree joints, joint after joint in the order of the mechanism. */
  readonly q: Float64Array
  /** Velocities of all tree joints, likewise. */
  readonly v: Float64Array
  /** Body after body in the order of the mechanism: [x, y, z, qx, qy, qz, qw] in the world. */
  readonly poses: Float64Array
  /** Body after body: [ω; v] of the body frame's origin in world axes [rad/s, m/s]. */
  readonly velocities: Float64Array

  /**
   * A body by its name or index: its pose and velocity, and forces on it. The mechanism's own error if there
   * is none.
   */
  body(name: string | number): BodyHandle
  /** A joint by its name or index: its position, velocity and force. */
  joint(name: string | number): JointHandle

  /** Kinetic and potential energy, and the work done. */
  readonly energy: EnergyBalance
  /** Forces and impulses on joints and bodies. */
  readonly forces: Forces
  /** Motors that follow trajectories. */
  readonly tracking: TrackingMotors
  /** Forward and inverse dynamics in the present state, and their derivatives. */
  readonly dynamics: Dynamics
  /** Loops, couplings and prescribed motions. */
  readonly constraints: Constraints
  /** Numbers of the mechanism, which can change while it moves. */
  readonly parameters: MechanismParameters
  /** Contacts and joint limits of the last step, and queries about colliders. */
  readonly contacts: Contacts

  /** Controls and forces of the mechanism's actuators. */
  readonly actuators: Actuators
  /** Lengths and forces of the mechanism's tendons. */
  readonly tendons: Tendons

  /** Moves to positions and velocities of all tree joints, which must satisfy loops and gears. */
  setState(q: ArrayLike<number>, v: ArrayLike<number>): void
  /**
   * The same by joint name: joints not named are at zero, and the state's torques and wrenches take
   * the place of those that act.
   */
  setState(state: StateSource): void
  /** State, torques and wrenches here and now by name, as in a state file. A copy. */
  readonly state: State
  /**
   * Moves to the closed, regular pose nearest to this one at which these joints stand as given, and
   * to the nearest velocities with which these joints move as given. MechanismError, naming the loop,
   * if there are none.
   */
  assemble(wanted: DrivenJoints): void
  /**
   * All that is needed to restore this state; `into` is filled and returned if given. With
   * contacts, limits or dry friction the size changes with what is near. Controls and activations of
   * actuators are part of it. Other forces, motors and a pull are not: those that act then act on.
   */
  snapshot(into?: Float64Array): Float64Array
  restore(snapshot: Float64Array): void
  /** Back to the start: time, work and state. Forces, controls and a pull are taken away. */
  reset(): void
  /**
   * Another simulation at this moment, under the same forces, motors and pull; it shares what is
   * compiled of the mechanism, but not compiled code.
   */
  clone(): Simulation
  /**
   * Steps since the last reset that failed as they were: taken in parts, or with `contacts.error`. After
   * parts, forces of contacts, limits, actuators and prescribed motions are means over the last part.
   * Impulses of contact events are those of the whole step.
   */
  readonly retries: number

  /** Gives the memory back now. Harmless when repeated. */
  dispose(): void
}
