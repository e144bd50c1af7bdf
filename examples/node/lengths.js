// A four-bar of your own, from its lengths alone: assembled at one crank angle after another, it draws
// its coupler curve; then it swings.
import { load } from 'linkwork'

const lengths = { ground: 0.9, crank: 0.3, coupler: 0.8, rocker: 0.7 }

const bar = (name, length) => ({
  name,
  mass: length,
  centerOfMass: [length / 2, 0, 0],
  inertia: [1e-4, (length * length * length) / 12, (length * length * length) / 12]
})
const revolute = (name, parent, child, at) => ({
  name,
  type: 'revolute',
  parent,
  child,
  axis: [0, -1, 0],
  parentFrame: { position: [at, 0, 0] }
})
const mechanism = {
  linkwork: 1,
  name: 'four-bar of my own',
  bodies: ['crank', 'coupler', 'rocker'].map((name) => bar(name, lengths[name])),
  joints: [
    revolute('crank', 'world', 'crank', 0),
    revolute('coupler', 'crank', 'coupler', lengths.crank),
    revolute('rocker', 'world', 'rocker', lengths.ground)
  ],
  loops: [
    {
      ...revolute('pin', 'coupler', 'rocker', lengths.coupler),
      childFrame: { position: [lengths.rocker, 0, 0] }
    }
  ]
}

const linkwork = await load()
const model = linkwork.model(mechanism, { assemble: true })
const coupler = 7 * model.body('coupler')
for (let angle = 0; angle < 360; angle += 45) {
  const { q } = model.assemble({ q: { crank: [(angle * Math.PI) / 180] } })
  const [x, , z] = model.poses({ q }).subarray(coupler)
  console.log(`crank at ${angle}°: its pin at (${x.toFixed(3)}, ${z.toFixed(3)}) m`)
}

const simulation = model.simulate({ step: 1e-3 })
const energy = () => simulation.energy.kinetic + simulation.energy.potential
const start = energy()
simulation.step(5000)
console.log(`after 5 s: loop error ${simulation.constraints.loopError.toExponential(1)} m`)
console.log(`energy error ${Math.abs(energy() - start).toExponential(1)} J`)
simulation.dispose()
model.dispose()
