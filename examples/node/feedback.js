import { identity, product, regulator, sum } from './riccati.js'

/**
 * The feedback u = −K x of one motor, held over a step, that is best for what moves as a simulation
 * does near where it rests (LQR); x is how far q and v are from there. `gains` are K, `costToGo` is P,
 * row by row: xᵀ P x is what ∑ (xᵀ x + u²) will come to.
 * @param {import('linkwork').Simulation} simulation
 * @param {number} motor Its place in v.
 */
export function feedbackAbout(simulation, motor) {
  const { A, B } = linearSteps(simulation, [motor], 1)
  const { gains, costToGo } = regulator(A, B, Array(A.length).fill(1), [1])
  return { gains: gains[0], costToGo: costToGo.flat() }
}

/**
 * x⁺ = A x + B u of so many steps, over which forces u on some joints are held: x is how far the
 * independent `coordinates` and their velocities are from where the simulation rests.
 * @param {import('linkwork').Simulation} simulation
 * @param {readonly number[]} motors Places in v.
 * @param {number} steps
 */
export function linearSteps(simulation, motors, steps) {
  const { coordinates, state, torque } = simulation.stepMap()
  const all = Array.from({ length: 2 * coordinates.length }, (_, i) => i)
  const one = all.map((i) => all.map((j) => state[all.length * i + j]))
  const by = all.map((i) => motors.map((motor) => torque[simulation.v.length * i + motor]))
  let [A, B] = [identity(all.length), by.map((row) => row.map(() => 0))]
  for (let step = 0; step < steps; step++) {
    A = product(one, A)
    B = sum(product(one, B), by)
  }
  return { coordinates, A, B }
}
