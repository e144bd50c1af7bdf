/** Steps over which the cost-to-go is gathered, from the last to the first: it rests long before. */
const steps = 1000

/**
 * The feedback u = −K x of one motor, held over a step, that is best for what moves as a simulation
 * does near where it rests (LQR); x is how far q and v are from there. `gains` are K, `costToGo` is P,
 * row by row: xᵀ P x is what ∑ (xᵀ x + u²) will come to.
 * @param {import('linkwork').Simulation} simulation
 * @param {number} motor Its place in v.
 */
export function feedbackAbout(simulation, motor) {
  const { state, torque } = simulation.stepMap() // x⁺ = A x + B u
  const dofs = simulation.v.length
  const all = Array.from({ length: 2 * dofs }, (_, i) => i)
  /** @param {(k: number) => number} term */
  const sum = (term) => all.reduce((total, k) => total + term(k), 0)
  const A = all.map((i) => all.map((j) => state[2 * dofs * i + j]))
  const B = all.map((i) => torque[dofs * i + motor])
  const one = all.map((i) => all.map((j) => Number(i === j)))

  // Riccati's equation: K = Bᵀ P A / (1 + Bᵀ P B), and P = 1 + Kᵀ K + Fᵀ P F with F = A − B K.
  let P = one
  let K = all.map(() => 0)
  for (let step = 0; step < steps; step++) {
    const PB = all.map((i) => sum((k) => P[i][k] * B[k]))
    const curvature = 1 + sum((k) => B[k] * PB[k])
    K = all.map((j) => sum((k) => PB[k] * A[k][j]) / curvature)
    const F = A.map((row, i) => row.map((entry, j) => entry - B[i] * K[j]))
    const PF = P.map((row) => all.map((j) => sum((k) => row[k] * F[k][j])))
    P = one.map((row, i) =>
      row.map((entry, j) => entry + K[i] * K[j] + sum((k) => F[k][i] * PF[k][j]))
    )
  }
  return { gains: K, costToGo: P.flat() }
}
