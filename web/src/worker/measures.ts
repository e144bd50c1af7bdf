import type { Mechanism, Simulation } from 'linkwork'

/**
 * Energy error = |E − E₀ − W| / scale, with E the kinetic and potential energy, E₀ that of the
 * start and W the work done since by the hand less what damping took.
 */
export class Measures {
  /** Counts the restarts. */
  epoch = 0
  readonly scale: number
  #energy = 0
  #work = 0

  constructor(simulation: Simulation) {
    this.scale = energyScale(simulation)
    this.restart(simulation)
  }

  restart(simulation: Simulation): void {
    this.epoch += 1
    this.#energy = energy(simulation)
    this.#work = simulation.work
  }

  energyError(simulation: Simulation): number {
    return Math.abs(energy(simulation) - this.#energy - (simulation.work - this.#work)) / this.scale
  }
}

/**
 * What it takes to lift the whole mechanism by its own reach: Σm · |g| · reach [J]. Without gravity
 * the energy of the start.
 */
function energyScale(simulation: Simulation): number {
  const { mechanism } = simulation
  const [x, y, z] = mechanism.gravity ?? [0, 0, -9.81]
  const mass = mechanism.bodies.reduce((sum, body) => sum + (body.mass ?? 0), 0)
  const lift = mass * Math.hypot(x, y, z) * reach(mechanism, simulation.poses)
  return lift || Math.abs(energy(simulation)) || 1
}

/** Largest distance of a body from the first place where the mechanism is held [m]. */
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
  return simulation.kineticEnergy + simulation.potentialEnergy
}
