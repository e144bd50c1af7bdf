// How many copies of a mechanism an ensemble moves in WebAssembly in the time that a simulation takes
// for one, as a table for bench/ensembles. The two take turns, and a ratio is the median of the rounds'
// own ratios. Times are processor time.
import { beltChain, chain, fourBar, gearedChain, load, miniCheetah, mitHumanoid } from 'linkwork'
import { heading, row } from './table.mjs'

const copies = 64
const steps = 50
const rounds = 21
const warmUps = 10

const subjects = {
  'chain x y z, 20': chain({
    links: 20,
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1]
    ]
  }),
  'geared chain, 12': gearedChain({ links: 12 }),
  'belt chain, 12': beltChain({ links: 12 }),
  'Mini Cheetah': miniCheetah(),
  'MIT Humanoid': mitHumanoid(),
  'four-bar': fourBar()
}

const linkwork = await load()

/** Without contact, so that robots fall: dynamics alone. */
function freeMechanism(source) {
  const { contact, ...mechanism } = linkwork.mechanism(source)
  const joints = mechanism.joints.map(({ limits, friction, ...joint }) => joint)
  return { ...mechanism, joints }
}

function seconds(call) {
  const start = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

heading(['in WebAssembly', 'alone [µs]', 'lanes', 'copies in the time of one'])
for (const [name, source] of Object.entries(subjects))
  for (const integrator of ['rk4', 'semi-implicit-euler']) {
    const mechanism = freeMechanism(source)
    const options = { method: 'articulated-body', integrator, step: 1e-5 }
    const simulation = linkwork.simulate(mechanism, options)
    const ensemble = linkwork.ensemble(mechanism, { ...options, count: copies })
    const alone = () => simulation.step(copies * steps)
    const together = () => ensemble.step(steps)
    for (let i = 0; i < warmUps; i++) {
      alone()
      together()
    }
    const times = Array.from({ length: rounds }, () => [seconds(alone), seconds(together)])
    row([
      `${name}, ${integrator}`,
      ((1e6 * median(times.map(([one]) => one))) / (copies * steps)).toFixed(2),
      ensemble.width,
      median(times.map(([one, all]) => one / all)).toFixed(2)
    ])
  }
