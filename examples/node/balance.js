// Balances a pole on a cart: linearises the mechanism upright, finds the feedback that is best for
// the linear model (LQR), and lets it act on the real one.
import { cartPendulum, load } from 'linkwork'

const linkwork = await load()
const mechanism = cartPendulum()
const simulation = linkwork.simulate(mechanism, { step: 1e-3 })

// Upright, at rest, no force: v̇ = A (q, v) + B (force on the cart) nearby.
simulation.setState([0, Math.PI], [0, 0])
const { position, velocity, torque } = simulation.forwardDynamicsDerivatives()
const A = [
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [...position.subarray(0, 2), ...velocity.subarray(0, 2)],
  [...position.subarray(2, 4), ...velocity.subarray(2, 4)]
]
const B = [0, 0, torque[0], torque[2]]

// The cost-to-go xᵀ P x of ∫ (xᵀ x + u²) dt, by integrating Riccati's equation
// dP/dt = Aᵀ P + P A − P B Bᵀ P + 1 until it rests; the feedback is u = −Bᵀ P x.
const all = [0, 1, 2, 3]
const sum = (term) => all.reduce((total, k) => total + term(k), 0)
let P = all.map(() => [0, 0, 0, 0])
const gains = () => all.map((j) => sum((k) => B[k] * P[k][j]))
const h = 1e-3
for (let t = 0; t < 20; t += h) {
  const K = gains()
  P = P.map((row, i) =>
    row.map(
      (entry, j) =>
        entry +
        h * (sum((k) => A[k][i] * P[k][j] + P[i][k] * A[k][j]) - K[i] * K[j] + Number(i === j))
    )
  )
}

const K = gains()
console.log(`gains ${K.map((gain) => gain.toFixed(3)).join(' ')}`)
simulation.setState([0.5, Math.PI - 0.3], [0, 0])
for (let millisecond = 0; millisecond <= 8000; millisecond++) {
  const [cart, pole] = simulation.q
  const state = [cart, pole - Math.PI, ...simulation.v]
  if (millisecond % 1000 === 0) {
    const seconds = simulation.time.toFixed(1)
    console.log(`t = ${seconds} s  cart ${cart.toFixed(4)} m  tilt ${state[1].toFixed(4)} rad`)
  }
  simulation.setTorque('rail', -sum((k) => K[k] * state[k]))
  simulation.step()
}
simulation.dispose()
