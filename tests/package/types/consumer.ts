import { chain, defineMechanism, load, type Simulation } from 'linkwork'
import { fourBar } from 'linkwork/browser'
import schema from 'linkwork/mechanism.schema.json' with { type: 'json' }
import { methods } from 'linkwork/tables'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { workerEnsemble } from 'linkwork/worker'
import robot from './jvrc1.json' with { type: 'json' }
import state from './state.json' with { type: 'json' }

const literal = {
  linkwork: 1,
  name: 'pendulum',
  bodies: [{ name: 'rod', mass: 1, centerOfMass: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1] }],
  joints: [{ name: 'pin', type: 'revolute', parent: 'world', child: 'rod' }]
}

const linkwork = await load()
const simulation: Simulation = linkwork.simulate(chain({ links: 3, joint: 'universal' }))
const time: number = simulation.time
const many = await workerEnsemble(literal, { count: 4, workers: 2 })
const poses: Float64Array = await many.read('poses')
console.log(time, poses, schema, methods, fourBar, mechanismFromUrdf)

// What TypeScript infers of files and of literals without annotation is taken …
linkwork.simulate(literal, { state })
linkwork.energy(literal, state)
linkwork.ensemble(robot, { count: 2 })

// … where nothing is missing,
// @ts-expect-error: bodies
linkwork.simulate({ linkwork: 1, name: 'pendulum', joints: literal.joints })
// @ts-expect-error: the mass
linkwork.simulate({ ...literal, bodies: [{ name: 'rod' }] })

// and what is to be checked in full can be.
const { name, parent, child } = { name: 'pin', parent: 'world', child: 'rod' }
const rod = { name: child, mass: 1 }
linkwork.simulate(
  defineMechanism({
    linkwork: 1,
    name: 'pendulum',
    bodies: [rod],
    joints: [{ name, type: 'revolute', parent, child }]
  })
)
defineMechanism({
  linkwork: 1,
  name: 'pendulum',
  bodies: [rod],
  // @ts-expect-error: no type of joints
  joints: [{ name, type: 'revolut', parent, child }]
})
