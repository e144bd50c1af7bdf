// A four-bar linkage turns for ten seconds; its loop stays closed and its energy stays the same.
import { fourBar, load } from 'linkwork'

const linkwork = await load()
const simulation = linkwork.simulate(fourBar({ startSpeed: 10 }), { step: 1e-3 })
const energy = () => simulation.energy.kinetic + simulation.energy.potential

const start = energy()
for (let second = 0; second <= 10; second++) {
  const [crank] = simulation.q
  console.log(`t = ${simulation.time.toFixed(1)} s  crank at ${crank.toFixed(4)} rad`)
  simulation.advance(1)
}
console.log(`energy error ${((energy() - start) / start).toExponential(1)}`)
console.log(`loop error ${simulation.constraints.loopError.toExponential(1)} m`)
simulation.dispose()
