// Balances a pole on a cart: linearizes its steps upright, finds the feedback that is best for the
// linear model (LQR, see feedback.js), and lets it act on the real one.
import { cartPendulum, load } from 'linkwork'
import { feedbackAbout } from './feedback.js'

const linkwork = await load()
const simulation = linkwork.simulate(cartPendulum(), { step: 1e-3 })

// Upright, at rest, no force. The motor drives the first joint, the cart's.
simulation.setState([0, Math.PI], [0, 0])
const { gains } = feedbackAbout(simulation, 0)
console.log(`gains ${gains.map((gain) => gain.toFixed(3)).join(' ')}`)
simulation.setState([0.5, Math.PI - 0.3], [0, 0])
for (let millisecond = 0; millisecond <= 8000; millisecond++) {
  const [cart, pole] = simulation.q
  const state = [cart, pole - Math.PI, ...simulation.v]
  if (millisecond % 1000 === 0) {
    const seconds = simulation.time.toFixed(1)
    console.log(`t = ${seconds} s  cart ${cart.toFixed(4)} m  tilt ${state[1].toFixed(4)} rad`)
  }
  simulation.setTorque('rail', -gains.reduce((sum, gain, i) => sum + gain * state[i], 0))
  simulation.step()
}
simulation.dispose()
