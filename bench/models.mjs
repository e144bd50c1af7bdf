// Times of a model: simulations made of it against those that compile the mechanism, and queries
// about any state next to the recursion at one. Processor time, medians of batches.
import { chain, fourBar, gearedLeg, load, miniCheetah, mitHumanoid, telloHumanoid } from 'linkwork'
import { heading, row } from './table.mjs'
import { median } from './timing.mjs'

const subjects = {
  'chain of 20': chain({ links: 20 }),
  'four-bar': fourBar(),
  'geared leg': gearedLeg(),
  'Mini Cheetah': miniCheetah(),
  'MIT Humanoid': mitHumanoid(),
  'Tello Humanoid': telloHumanoid()
}

const microseconds = (call) => 1e6 * median(call)

const linkwork = await load()
heading([
  '',
  'simulate(mechanism) [µs]',
  'model.simulate() [µs]',
  'simulation.dynamics.forwardDynamics() [µs]',
  'model.forwardDynamics({ q, v }) [µs]',
  'ratio of these'
])
for (const [name, mechanism] of Object.entries(subjects)) {
  const model = linkwork.model(mechanism)
  const simulation = model.simulate()
  const { q, v } = model.start
  const whole = microseconds(() => linkwork.simulate(mechanism).dispose())
  const shared = microseconds(() => model.simulate().dispose())
  const bare = microseconds(() => simulation.dynamics.forwardDynamics())
  const asked = microseconds(() => model.forwardDynamics({ q, v }))
  simulation.dispose()
  model.dispose()
  row([
    name,
    whole.toFixed(0),
    shared.toFixed(1),
    bare.toFixed(2),
    asked.toFixed(2),
    (asked / bare).toFixed(1)
  ])
}
