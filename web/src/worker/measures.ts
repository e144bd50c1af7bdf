import type { Mechanism, Simulation } from 'linkwork'
import { hasImpacts } from '../model/contact.ts'
import { EnergyBound } from './energy-bound.ts'
import { FastestRate } from './fastest-rate.ts'

/** Measurements at a time. */
export interface Judged {
  readonly energyError: number
  /** Tolerance of the energy error now. */
  readonly energyTolerance: number
  /** [m] */
  readonly loopError: number
}

/**
 * Energy error = |E − E₀ − W| / scale, with E the kinetic and potential energy, E₀ that of the
 * start and W the work done since by the hand and motors less what damping took.
 */
export class Measures {
  /** Counts the restarts. */
  epoch = 0
  readonly scale: number
  readonly #rate: FastestRate
  readonly #hasLoops: boolean
  readonly #hasImpacts: boolean
  #bound: EnergyBound
  #energy = 0
  #work = 0
  #time = 0
  /** Measurements of the present state, cached. */
  #latest: Judged | undefined

  constructor(simulation: Simulation) {
    const { mechanism } = simulation
    const far = reach(mechanism, simulation.poses)
    this.scale = energyScale(simulation, far)
    this.#rate = new FastestRate(mechanism, far)
    this.#hasLoops = (mechanism.loops?.length ?? 0) > 0
    this.#hasImpacts = hasImpacts(mechanism)
    this.#bound = this.#boundOf(simulation)
    this.restart(simulation)
  }

  restart(simulation: Simulation): void {
    this.epoch += 1
    this.#bound = this.#boundOf(simulation)
    this.#energy = energy(simulation)
    this.#work = simulation.energy.work
    this.moved(simulation)
  }

  /** Restarts after a jump of the simulation. */
  moved(simulation: Simulation): void {
    this.#time = simulation.time
    this.#latest = undefined
  }

  /**
   * Measures the steps since the last call. `actingRate` is the rate of motors and drag force [1/s].
   */
  pass(simulation: Simulation, actingRate: number): void {
    const { time, stepSize } = simulation
    const steps = (time - this.#time) / stepSize
    if (steps > 0 && this.#bound.isGiven) {
      const rate = this.#rate.of(simulation, this.#hasImpacts)
      this.#bound.pass(steps, stepSize, Math.max(rate, actingRate))
    }
    this.moved(simulation)
  }

  of(simulation: Simulation): Judged {
    this.#latest ??= {
      energyError:
        Math.abs(energy(simulation) - this.#energy - (simulation.energy.work - this.#work)) /
        this.scale,
      energyTolerance: this.#bound.tolerance,
      loopError: this.#hasLoops ? simulation.constraints.loopError : 0
    }
    return this.#latest
  }

  #boundOf({ solver, tracking }: Simulation): EnergyBound {
    return new EnergyBound(solver.integrator, this.#hasImpacts, tracking.isActive)
  }
}

/**
 * Energy scale [J]: the work to lift the mechanism by its reach in standard gravity, or its initial
 * kinetic energy if that is more.
 */
function energyScale({ mechanism, energy: { kinetic } }: Simulation, reach: number): number {
  const mass = mechanism.bodies.reduce((sum, body) => sum + (body.mass ?? 0), 0)
  return Math.max(9.81 * mass * reach, kinetic) || 1
}

/** Largest distance of a body from the first joint [m]. */
function reach(mechanism: Mechanism, poses: Float64Array): number {
  const anchor = mechanism.joints.find(({ parent }) => parent === 'world')?.parentFrame?.position
  const [x, y, z] = anchor ?? [0, 0, 0]
  let largest = 0
  mechanism.bodies.forEach((body, index) => {
    const [px = 0, py = 0, pz = 0] = poses.subarray(7 * index, 7 * index + 3)
    const outward = Math.hypot(...(body.centerOfMass ?? [0, 0, 0]))
    largest = Math.max(largest, Math.hypot(px - x, py - y, pz - z) + outward)
  })
  return largest
}

function energy(simulation: Simulation): number {
  return simulation.energy.kinetic + simulation.energy.potential
}
