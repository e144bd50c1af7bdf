// A joint of your own, written as expressions: a bead on a helix that widens upwards. Its derivatives are
// found for you; the energy verifies them.
import { load } from 'linkwork'

const mechanism = {
  linkwork: 1,
  name: 'bead on a widening helix',
  bodies: [{ name: 'bead', mass: 0.1, inertia: [1e-5, 1e-5, 1e-5] }],
  joints: [
    {
      name: 'wire',
      type: 'custom',
      parent: 'world',
      child: 'bead',
      coordinates: ['u'],
      pose: [{ rotate: 'z', angle: 'u' }, { translate: ['0.1 + 0.02*u', 0, '0.05*u'] }]
    }
  ],
  initialState: { q: { wire: [12] } }
}

const linkwork = await load()
const simulation = linkwork.simulate(mechanism, { step: 1e-3 })
const energy = () => simulation.energy.kinetic + simulation.energy.potential
const start = energy()
simulation.step(1000)
const [u] = simulation.q
const [x, y, z] = simulation.poses
const radius = Math.hypot(x, y)
console.log(`after a second the bead is ${z.toFixed(3)} m high and ${radius.toFixed(3)} m out`)
const off = Math.hypot(radius - (0.1 + 0.02 * u), z - 0.05 * u)
console.log(`off the wire by ${off.toExponential(1)} m`)
console.log(`energy error ${Math.abs(energy() / start - 1).toExponential(1)}`)
simulation.dispose()
