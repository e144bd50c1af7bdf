// Swings an acrobot up and balances it, by a motor at its second joint alone: copies of it try torques
// ahead (see sampling-controller.js). After seven seconds it is pushed.
import { chain, load } from 'linkwork'
import { interval, samplingController } from './sampling-controller.js'

const seconds = 14
const push = { from: 7, to: 7.2, force: [3, 0, 0] }

const linkwork = await load()
const acrobot = chain({ links: 2, length: 0.5, startAngle: 0 })
const simulation = linkwork.simulate(acrobot, { step: 1e-3 })
const controller = samplingController(linkwork, acrobot, {
  goal: [Math.PI, 0],
  motor: 1,
  limit: 3,
  samples: 64
})

/** How far the link that leans most is from upright [rad]. */
const lean = () => {
  const [first, second] = simulation.q
  return Math.max(...[first, first + second].map((angle) => Math.acos(-Math.cos(angle))))
}

let most = 0
const decisions = Math.round(seconds / interval)
for (let decision = 0; decision <= decisions; decision++) {
  const time = decision * interval
  most = Math.max(most, lean())
  if (Math.abs(time - Math.round(time)) < interval / 2) {
    console.log(
      `t = ${time.toFixed(1)} s  leans ${lean().toFixed(4)} rad, at most ${most.toFixed(4)}`
    )
    most = 0
  }
  simulation.forces.clear()
  if (time >= push.from && time < push.to)
    simulation.forces.applyPointForce('link1', [0, 0, -0.5], push.force)
  simulation.forces.setTorque('joint2', controller.decide(simulation.q, simulation.v))
  simulation.step(Math.round(interval / simulation.stepSize))
}
controller.dispose()
simulation.dispose()
