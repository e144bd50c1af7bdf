import { described, wholeNumber } from '../checks.js'
import { MechanismError, SimulationError } from '../errors.js'
import { velocitySize } from '../joint-sizes.js'
import type { Joint } from '../types/mechanism.js'
import type { Simulation } from '../types/simulation.js'
import { largest, product, rowsOf, sum } from './matrices.js'
import type { Coordinates } from './state-coordinates.js'

/** Of `linearize`. */
export interface LinearModel {
  /** The independent coordinates y at the start: joint and component of its velocity. Columns of A. */
  readonly coordinates: Coordinates
  /** The same at the end: rows of A and B. */
  readonly endCoordinates: Coordinates
  /** 2n × 2n: by y, then by ẏ. */
  readonly A: number[][]
  /** 2n × m: a column for each motor. */
  readonly B: number[][]
}

/** The entries in v of joints with one coordinate. */
export function motorPlaces(joints: readonly Joint[], motors: readonly string[]): number[] {
  if (!Array.isArray(motors) || motors.length === 0)
    throw new MechanismError(`motors: expected an array of joint names, found ${described(motors)}`)
  let v = 0
  const places = new Map<unknown, number>()
  for (const joint of joints) {
    const size = velocitySize(joint)
    if (size === 1) places.set(joint.name, v)
    v += size
  }
  return motors.map((name: unknown, i) => {
    const place = places.get(name)
    if (place === undefined)
      throw new MechanismError(
        `motors[${i}]: expected the name of a joint with one coordinate, found ${described(name)}`
      )
    if (motors.indexOf(name) === i) return place
    throw new MechanismError(
      `motors[${i}]: expected each joint once, found ${described(name)} again`
    )
  })
}

/**
 * Computes the linear model of a simulation about its motion from now on: x⁺ = A x + B u over some steps, in which
 * forces u of motors are held in addition to the present ones. x = (y, ẏ) is the deviation from that motion. The
 * simulation does not change.
 *
 * @param motors joints with one coordinate
 * @param steps  how many steps of the simulation a step of the model has, at most 100 000
 * @throws SimulationError if a step fails or has no derivative (`simulation.dynamics.stepMap`)
 */
export function linearize(
  simulation: Simulation,
  motors: readonly string[],
  steps = 1
): LinearModel {
  wholeNumber(steps, 1, 'steps', 100_000)
  const places = motorPlaces(simulation.mechanism.joints, motors)
  using moving = simulation.clone()
  return linearizeAlong(moving, places, steps)
}

/** The same for forces on entries in v. Moves the simulation, but for the last step. */
export function linearizeAlong(
  simulation: Simulation,
  motors: readonly number[],
  steps: number
): LinearModel {
  let map = simulation.dynamics.stepMap()
  const { coordinates } = map
  const force = () => rowsOf(map.torque, simulation.v.length, motors)
  let A: number[][] = rowsOf(map.state, 2 * coordinates.length)
  let B = force()
  for (let k = 1; k < steps; k++) {
    simulation.step()
    map = simulation.dynamics.stepMap()
    const step = rowsOf(map.state, 2 * coordinates.length)
    A = product(step, A)
    B = sum(product(step, B), force())
  }
  if (!Number.isFinite(largest(A) + largest(B)))
    throw new SimulationError('linearize: the linear model is not finite. Use fewer steps.')
  return { coordinates, endCoordinates: map.endCoordinates, A, B }
}
