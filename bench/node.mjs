// Times of single calls in WebAssembly: a JSON line { name, nanoseconds } each, the median of
// several batches. Names and subjects are those of native.cpp, apart from the mass matrix, which the package
// returns as a document only.
import { chain, fourBar, fourBarChain, gearedLeg, load, telloHumanoid } from 'linkwork'
import { median, seconds } from './timing.mjs'

const subjects = [
  ...[5, 10, 20, 50, 100, 200, 500, 1000].map((links) => [
    `chain-${links}`,
    chain({ links, length: 0.1 })
  ]),
  ['four-bar', fourBar()],
  ['four-bars-10', fourBarChain()],
  ['geared-leg', gearedLeg()],
  ['tello', telloHumanoid()]
]

const operations = {
  forwardDynamics: (simulation) => () => simulation.dynamics.forwardDynamics(),
  inverseDynamics: (simulation) => {
    const acceleration = new Float64Array(simulation.v.length)
    return () => simulation.dynamics.inverseDynamics(acceleration)
  },
  // From the initial state again and again: a long run must not leave the finite numbers.
  step: (simulation) => {
    const start = simulation.snapshot()
    let taken = 0
    return () => {
      simulation.step()
      if (++taken % 1000 === 0) simulation.restore(start)
    }
  }
}

/** Runs everything for a while, so the engine's optimizing compiler has done its work. */
function warmUp(linkwork) {
  for (const source of [chain({ links: 20 }), fourBar()]) {
    for (const prepare of Object.values(operations)) {
      const simulation = linkwork.simulate(source, {
        solver: { method: 'articulated-body', integrator: 'rk4' },
        step: 1e-4
      })
      const call = prepare(simulation)
      for (const end = performance.now() + 500; performance.now() < end; ) seconds(call, 100)
      simulation.dispose()
    }
  }
}

const linkwork = await load()
warmUp(linkwork)
const pattern = new RegExp(process.argv[2] ?? '')
for (const [operation, prepare] of Object.entries(operations)) {
  for (const [subject, source] of subjects) {
    const name = `${operation}/${subject}`
    if (!pattern.test(name)) continue
    const simulation = linkwork.simulate(source, {
      solver: { method: 'articulated-body', integrator: 'rk4' },
      step: 1e-4
    })
    console.log(JSON.stringify({ name, nanoseconds: 1e9 * median(prepare(simulation)) }))
    simulation.dispose()
  }
}
for (const links of [1000, 10000, 100000]) {
  const name = `create/chain-${links}`
  if (!pattern.test(name)) continue
  const create = () => linkwork.simulate(chain({ links, length: 0.1 })).dispose()
  console.log(JSON.stringify({ name, nanoseconds: 1e9 * median(create) }))
}
