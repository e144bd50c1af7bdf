// Finds how three motors bring a geared arm from where it hangs to a pose, at rest there after a
// second, with little torque: iLQR (Li & Todorov) on the exact derivatives of the steps, gears and
// rotors included.
import { gearedArm, load } from 'linkwork'

const steps = 100
const step = 0.01 // [s]
const goal = [-2.2, 0.6, 0.9] // angles of the joints [rad]
const effort = 1e-3 // what torques cost, against the distance from the goal in the end

const linkwork = await load()
const model = linkwork.model(gearedArm({ joints: 3, startAngle: 0 }))
const simulation = model.simulate({ step })
const motors = ['rotor1', 'rotor2', 'rotor3'].map((name) => model.joint(name).v)

// The state x consists of the independent coordinates, which gears leave the same at every pose: their places
// in q and v. The goal in them: each rotor turns as its joint does, times the ratio.
const { coordinates } = simulation.stepMap()
const places = coordinates.map(([name]) => model.joint(name).v)
const { q: goalPosition } = model.assemble({
  q: { joint1: [goal[0]], joint2: [goal[1]], joint3: [goal[2]] }
})
const weights = [...coordinates.map(() => 100), ...coordinates.map(() => 1)]
const target = [...places.map((place) => goalPosition[place]), ...coordinates.map(() => 0)]

const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((s, x, k) => s + x * b[k][j], 0)))
const transposed = (a) => a[0].map((_, j) => a.map((row) => row[j]))
const plus = (a, b, scale = 1) => a.map((row, i) => row.map((x, j) => x + scale * b[i][j]))
const column = (values) => values.map((value) => [value])
const diagonal = (values) => values.map((x, i) => values.map((_, j) => (i === j ? x : 0)))
const rows = (flat, width) =>
  Array.from({ length: flat.length / width }, (_, i) =>
    Array.from(flat.slice(i * width, (i + 1) * width))
  )

/** A⁻¹ B of a small positive definite A. */
function solved(a, b) {
  const work = a.map((row, i) => [...row, ...b[i]])
  for (let k = 0; k < work.length; k++)
    for (let i = 0; i < work.length; i++) {
      if (i === k) continue
      const factor = work[i][k] / work[k][k]
      work[i] = work[i].map((x, j) => x - factor * work[k][j])
    }
  return work.map((row, i) => row.slice(a.length).map((x) => x / row[i]))
}

const stateNow = () => [
  ...places.map((p) => simulation.q[p]),
  ...places.map((p) => simulation.v[p])
]

/** Moves by a law u = law(k, x): states, torques, derivatives of the steps, and the cost. */
function moved(law) {
  simulation.reset()
  const states = [stateNow()]
  const torques = []
  const maps = []
  let cost = 0
  for (let k = 0; k < steps; k++) {
    const u = law(k, states[k])
    const all = new Float64Array(model.velocitySize)
    motors.forEach((motor, i) => {
      all[motor] = u[i]
    })
    simulation.setTorques(all)
    const { state, torque } = simulation.stepMap()
    const B = rows(torque, model.velocitySize).map((row) => motors.map((motor) => row[motor]))
    maps.push({ A: rows(state, target.length), B })
    try {
      simulation.step()
    } catch {
      return undefined // it ran away
    }
    states.push(stateNow())
    torques.push(u)
    cost += 0.5 * effort * u.reduce((sum, each) => sum + each * each, 0)
  }
  const end = states[steps].map((x, i) => x - target[i])
  cost += 0.5 * end.reduce((sum, each, i) => sum + weights[i] * each * each, 0)
  return { states, torques, maps, cost, end }
}

let plan = moved(() => motors.map(() => 0))
console.log(`hanging: cost ${plan.cost.toFixed(2)}`)
for (let iteration = 1; iteration <= 30; iteration++) {
  // Backward: the value of a deviation δx of step k is ½ δxᵀ S δx + sᵀ δx; the best torques are
  // u + K δx + κ.
  let S = diagonal(weights)
  let s = column(plan.end.map((x, i) => weights[i] * x))
  const feedback = []
  for (let k = steps - 1; k >= 0; k--) {
    const { A, B } = plan.maps[k]
    const SB = times(S, B)
    const Quu = plus(times(transposed(B), SB), diagonal(motors.map(() => effort)))
    const Qux = times(transposed(SB), A)
    const Qu = plus(times(transposed(B), s), column(plan.torques[k].map((u) => effort * u)))
    const gains = solved(
      Quu,
      Qux.map((row, i) => [...row, ...Qu[i]])
    ).map((row) => row.map((x) => -x))
    const K = gains.map((row) => row.slice(0, -1))
    const push = gains.map((row) => [row.at(-1)])
    feedback[k] = { K, push }
    s = plus(times(transposed(A), s), times(transposed(Qux), push))
    S = plus(times(transposed(A), times(S, A)), times(transposed(Qux), K))
  }
  // Forward: as far along it as the cost falls.
  let better
  for (let part = 1; part > 1e-3 && !better; part /= 2) {
    const tried = moved((k, x) => {
      const deviation = column(x.map((value, i) => value - plan.states[k][i]))
      const { K, push } = feedback[k]
      const answer = plus(times(K, deviation), push, part)
      return plan.torques[k].map((u, i) => u + answer[i][0])
    })
    if (tried && tried.cost < plan.cost) better = tried
  }
  if (!better || plan.cost - better.cost < 1e-6 * plan.cost) break
  plan = better
  console.log(`iteration ${iteration}: cost ${plan.cost.toFixed(4)}`)
}
const distance = Math.max(...plan.end.slice(0, places.length).map(Math.abs))
const largest = Math.max(...plan.torques.flat().map(Math.abs))
console.log(
  `${distance.toExponential(1)} rad of a rotor from the goal; torques up to ${largest.toFixed(2)} N·m`
)
simulation.dispose()
model.dispose()
