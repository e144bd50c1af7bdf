// Learns to balance poles on carts: every copy of an ensemble tries a feedback of its own, and the best
// ones are where the next generation looks (the cross-entropy method).
import { cartPendulum, load, vectorEnvironment } from 'linkwork'
import { normalNumbers } from './random.js'

const copies = 64
const generations = 10
const best = 12
/** Actions of a trial, of 10 ms each. */
const horizon = 300

const linkwork = await load()
const ensemble = linkwork.ensemble(cartPendulum(), { count: copies, step: 2e-3 })
const environment = vectorEnvironment(ensemble, {
  act: [0], // the force on the cart
  hold: 5,
  horizon,
  reward({ observations, actions, count }, rewards) {
    for (let copy = 0; copy < count; copy++) {
      const [cart, angle] = observations.subarray(4 * copy)
      rewards[copy] = 1 - (angle - Math.PI) ** 2 - 0.1 * cart ** 2 - 1e-4 * actions[copy] ** 2
    }
  },
  done({ observations, count }, done) {
    for (let copy = 0; copy < count; copy++) {
      const [cart, angle] = observations.subarray(4 * copy)
      done[copy] = Number(Math.abs(angle - Math.PI) > 0.5 || Math.abs(cart) > 2)
    }
  },
  start(copy, _episode, q, v) {
    q.set([0, Math.PI + 0.2 * Math.sin(copy)])
    v.fill(0)
  }
})

const normal = normalNumbers(1)

/** The reward of every feedback until its pole falls, and the number of poles that never do. */
function trial(feedbacks) {
  let observations = environment.reset()
  const earned = new Float64Array(copies)
  const isUp = new Uint8Array(copies).fill(1)
  for (let action = 0; action < horizon; action++) {
    const forces = feedbacks.map((gains, copy) => {
      const [cart, angle, cartRate, rate] = observations.subarray(4 * copy, 4 * copy + 4)
      const state = [cart, angle - Math.PI, cartRate, rate]
      return -gains.reduce((sum, gain, i) => sum + gain * state[i], 0)
    })
    const outcome = environment.step(forces)
    observations = outcome.observations
    for (let copy = 0; copy < copies; copy++) {
      if (isUp[copy]) earned[copy] += outcome.rewards[copy]
      if (outcome.terminated[copy]) isUp[copy] = 0
    }
  }
  return { earned, standing: isUp.reduce((sum, each) => sum + each) }
}

let middle = [0, 0, 0, 0]
let spread = [20, 60, 20, 20]
for (let generation = 1; generation <= generations; generation++) {
  const feedbacks = Array.from({ length: copies }, () =>
    middle.map((gain, i) => gain + spread[i] * normal())
  )
  const { earned, standing } = trial(feedbacks)
  const order = [...earned.keys()].sort((a, b) => earned[b] - earned[a]).slice(0, best)
  middle = middle.map((_, i) => order.reduce((sum, copy) => sum + feedbacks[copy][i], 0) / best)
  spread = middle.map((mean, i) =>
    Math.sqrt(order.reduce((sum, copy) => sum + (feedbacks[copy][i] - mean) ** 2, 0) / best)
  )
  const most = earned[order[0]].toFixed(1)
  console.log(`generation ${generation}: ${standing} of ${copies} stand, the best earned ${most}`)
}
console.log(`gains ${middle.map((gain) => gain.toFixed(1)).join(' ')}`)
ensemble.dispose()
