// Finds how three motors bring a geared arm from where it hangs to a pose, at rest there after a
// second, with little torque: iLQR on the exact derivatives of the steps, gears and rotors included.
import { gearedArm, load } from 'linkwork'
import { ilqr } from 'linkwork/control'

const linkwork = await load()
const model = linkwork.model(gearedArm({ joints: 3, startAngle: 0 }))
const plan = ilqr(model, {
  motors: ['rotor1', 'rotor2', 'rotor3'],
  goal: { q: { joint1: -2.2, joint2: 0.6, joint3: 0.9 } },
  periods: 100,
  finalQ: [100, 100, 100, 1, 1, 1]
})
console.log(`cost ${plan.cost.toFixed(4)} after ${plan.iterations} iterations`)

// The same motion, pushed on its way, under the feedback of the plan.
const simulation = model.simulate({ step: plan.period })
for (let k = 0; k < plan.forces.length; k++) {
  if (k === 20) simulation.forces.applyImpulse('link3', [0, 0, 0], [0.05, 0, 0])
  plan.apply(simulation, k)
  simulation.step()
}
const end = ['joint1', 'joint2', 'joint3'].map((name) => simulation.joint(name).position)
const largest = Math.max(...plan.forces.flat().map(Math.abs))
console.log(`at ${end.map((angle) => angle.toFixed(3)).join(' ')} rad`)
console.log(`torques up to ${largest.toFixed(2)} N·m`)
simulation.dispose()
model.dispose()
