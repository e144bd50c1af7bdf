// What a model saves: simulations made of it beside those that compile the mechanism, and questions
// about any state beside the recursion at one. Processor time, medians of batches.
import { chain, fourBar, gearedLeg, load, miniCheetah, mitHumanoid, telloHumanoid } from 'linkwork'
import { heading, row } from './table.mjs'

const batches = 15
const batchSeconds = 0.03

const subjects = {
  'chain of 20': chain({ links: 20 }),
  'four-bar': fourBar(),
  'geared leg': gearedLeg(),
  'Mini Cheetah': miniCheetah(),
  'MIT Humanoid': mitHumanoid(),
  'Tello Humanoid': telloHumanoid()
}

/** Processor time of a number of calls [s]. */
function seconds(call, count) {
  const start = process.cpuUsage()
  for (let i = 0; i < count; i++) call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

/** Median processor time of a call [µs]. */
function median(call) {
  let count = 1
  while (seconds(call, count) < batchSeconds) count *= 2
  const times = Array.from({ length: batches }, () => seconds(call, count) / count)
  return times.sort((a, b) => a - b)[Math.floor(batches / 2)] * 1e6
}

const linkwork = await load()
heading([
  '',
  'simulate(mechanism) [µs]',
  'model.simulate() [µs]',
  'simulation.forwardDynamics() [µs]',
  'model.forwardDynamics({ q, v }) [µs]',
  'ratio of these'
])
for (const [name, mechanism] of Object.entries(subjects)) {
  const model = linkwork.model(mechanism)
  const simulation = model.simulate()
  const { q, v } = model.start
  const whole = median(() => linkwork.simulate(mechanism).dispose())
  const shared = median(() => model.simulate().dispose())
  const bare = median(() => simulation.forwardDynamics())
  const asked = median(() => model.forwardDynamics({ q, v }))
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
