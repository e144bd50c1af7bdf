import type { Ensemble, Linkwork, Simulation, Vector3 } from 'linkwork'
import { toWorld } from '../model/kinematics.ts'
import type { EnsembleState } from '../model/messages.ts'

/** Largest number of copies and of bodies. */
const mostCopies = 200
const mostBodies = 8000
/** Standard deviation of the initial perturbation [rad, m]. */
const apart = 5e-3
const seed = 1

/** Copies that start near the state of the simulation and follow its time. */
export class PerturbedEnsemble {
  readonly #ensemble: Ensemble

  constructor(linkwork: Linkwork, simulation: Simulation) {
    const { mechanism, solver, stepSize } = simulation
    const count = Math.max(
      1,
      Math.min(mostCopies, Math.floor(mostBodies / mechanism.bodies.length))
    )
    this.#ensemble = linkwork.ensemble(mechanism, {
      count,
      solver,
      step: stepSize
    })
    this.restart(simulation)
  }

  /** Restarts the copies near the present state of the simulation. */
  restart({ q, v }: Simulation): void {
    const { count } = this.#ensemble
    this.#ensemble.setStates(repeated(q, count), repeated(v, count))
    this.#ensemble.scatter({ position: apart, seed })
  }

  step(count: number): void {
    this.#ensemble.step(count)
  }

  /** Returns the poses of all copies and the distance of their centers of mass from the simulation. */
  look(simulation: Simulation): EnsembleState {
    const copies = this.#ensemble.poses.slice() // first: it may move the memory of other views
    const { mechanism, poses } = simulation
    const centers = mechanism.bodies.map(({ centerOfMass = [0, 0, 0] }) => centerOfMass)
    const here = centers.map((center, body) => toWorld(poses, body, center))
    let sum = 0
    for (let copy = 0; copy < this.#ensemble.count; copy++) {
      const squares = centers.map((center, body) => {
        const there = toWorld(copies, copy * centers.length + body, center)
        return squaredDistance(there, here[body] as Vector3)
      })
      sum += Math.sqrt(squares.reduce((all, each) => all + each, 0) / centers.length)
    }
    return { poses: copies, distance: sum / this.#ensemble.count }
  }

  dispose(): void {
    this.#ensemble.dispose()
  }
}

function repeated(row: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: count * row.length }, (_, i) => row[i % row.length] as number)
}

function squaredDistance(a: Vector3, b: Vector3): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
}
