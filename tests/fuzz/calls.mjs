import { isDeepStrictEqual } from 'node:util'
import { MechanismError, SimulationError } from 'linkwork'
import { mutatedText } from './mutation.mjs'
import { options, source, state, urdfs } from './sources.mjs'
import { hostile, number } from './values.mjs'

/**
 * The calls that a sequence is made of: `[weight, name, call]`. A call takes the world (the library,
 * simulations, snapshots) and a random generator of its own, so it does the same in every place of a sequence
 * if the world is the same. Its result has to be finite.
 */
const mostSimulations = 4

const simulationOf = (world, random) => {
  if (world.simulations.length === 0) open(world, random)
  return random.pick(world.simulations)
}

function open(world, random) {
  const given = random.oneIn(3) ? { catalogue: 'fourBar' } : source(world, random)
  const simulation = world.linkwork.simulate(given, options(world, random))
  world.simulations.push(simulation)
  if (world.simulations.length > mostSimulations) world.simulations.shift().dispose()
  return simulation.q
}

async function compile(world, random) {
  const simulation = await world.linkwork.simulate(source(world, random), {
    ...options(world, random),
    compile: true
  })
  world.simulations.push(simulation)
  simulation.step()
  return simulation.dynamics.forwardDynamics()
}

/** A body or joint, by name or place, rarely by one that does not exist. */
function key(list, random) {
  if (random.oneIn(20)) return hostile(random)
  const place = random.below(list.length)
  return random.oneIn(2) ? place : list[place]?.name
}

const vector = (length, random) =>
  random.oneIn(20) ? hostile(random) : random.list(length, () => number(random))

const nudged = (values, random) =>
  Array.from(values, (value) => value + (random.oneIn(3) ? number(random) * 1e-3 : 0))

function track(simulation, random) {
  const joints = {}
  for (const { name } of simulation.mechanism.joints) {
    if (random.oneIn(2)) continue
    joints[name] = random.oneIn(2)
      ? number(random)
      : { waves: [{ amplitude: number(random), frequency: Math.abs(number(random)) }] }
  }
  const gains = random.oneIn(2) ? {} : { stiffness: number(random), damping: number(random) }
  simulation.tracking.start(random.oneIn(10) ? hostile(random) : { ...gains, joints })
}

const thrownBy = (call) => {
  try {
    call()
    return undefined
  } catch (error) {
    return error
  }
}

/** A member of an object or its groups by any name but dispose, called or set with anything. */
function anything(target, random) {
  const prototype = Object.getPrototypeOf(target)
  const members = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([name]) => name !== 'constructor' && name !== 'dispose'
  )
  const [name, { value, get, set }] = random.pick(members)
  if (prototype.constructor.groups?.includes(name)) return anything(target[name], random)
  if (typeof value === 'function') {
    return target[name](...random.list(random.below(4), () => hostile(random)))
  }
  if (set && random.oneIn(2)) target[name] = hostile(random)
  return get && target[name]
}

function moveOn(simulation, random) {
  const seconds = Math.min(simulation.stepSize * 3, Number.MAX_VALUE)
  const error = thrownBy(() => {
    if (random.oneIn(4)) simulation.advance(random.oneIn(4) ? -1 : seconds)
    else simulation.step(random.oneIn(10) ? 0 : 1 + random.below(8))
  })
  if (error instanceof SimulationError && error.time !== simulation.time)
    throw new Error(`the state is of ${simulation.time} s, the error of ${error.time} s: ${error}`)
  if (error) throw error
  return [simulation.q, simulation.v, simulation.time]
}

function look(simulation, random) {
  switch (random.below(6)) {
    case 0:
      return [simulation.energy.kinetic, simulation.energy.potential, simulation.energy.work]
    case 1:
      return [
        simulation.constraints.loopError,
        simulation.constraints.couplingError,
        simulation.contacts.error
      ]
    case 2:
      return [simulation.forces.pullForce, simulation.tracking.error, simulation.tracking.torques]
    case 3:
      return simulation.contacts.forces.flatMap(({ point, normal, force, gap }) => [
        ...point,
        ...normal,
        ...force,
        gap
      ])
    case 4:
      return [simulation.dynamics.reactions(random.pick(['world', 'joint'])), simulation.poses]
    default:
      return simulation.contacts.limits.map(({ force }) => force)
  }
}

function differentiate(simulation, random) {
  if (random.oneIn(3)) {
    const map = simulation.dynamics.stepMap()
    return [map.state, map.torque]
  }
  const found = random.oneIn(2)
    ? simulation.dynamics.forwardDynamicsDerivatives()
    : simulation.dynamics.inverseDynamicsDerivatives(vector(simulation.v.length, random))
  return [found.position, found.velocity]
}

function query(world, random) {
  const given = source(world, random)
  const at = state(world, given, random)
  const { linkwork } = world
  const queries = [
    'info',
    'kinematics',
    'energy',
    'inverseDynamics',
    'massMatrix',
    'coriolisMatrix'
  ]
  if (random.oneIn(12)) return linkwork.check(given, at).largestDisagreement
  if (random.oneIn(4)) {
    const { name } = random.pick(linkwork.accelerationMethods)
    return Object.values(linkwork.forwardDynamics(given, at, { method: name }).a)
  }
  return linkwork[random.pick(queries)](given, at)
}

function set(simulation, world, random) {
  const { name, integrators } = random.pick(world.linkwork.methods)
  const chosen = random.below(3)
  if (chosen === 0) simulation.solver = random.oneIn(15) ? hostile(random) : { method: name }
  if (chosen === 1) simulation.solver = { method: name, integrator: random.pick(integrators).name }
  if (chosen === 2) simulation.stepSize = random.oneIn(4) ? number(random) : 1e-3
}

function push(simulation, random) {
  const { bodies, joints } = simulation.mechanism
  switch (random.below(6)) {
    case 0:
      return simulation.forces.setTorque(key(joints, random), vector(1, random))
    case 1:
      return simulation.forces.setWrench(key(bodies, random), vector(6, random))
    case 2:
      return simulation.forces.applyPointForce(
        key(bodies, random),
        vector(3, random),
        vector(3, random)
      )
    case 3:
      return simulation.forces.pull(key(bodies, random), vector(3, random), vector(3, random), {
        stiffness: Math.abs(number(random))
      })
    case 4:
      return simulation.forces.clear()
    default:
      return simulation.forces.release()
  }
}

function restore(world, random) {
  const simulation = simulationOf(world, random)
  const snapshot = random.pick(world.snapshots) ?? simulation.snapshot()
  const changed = random.oneIn(8) ? Float64Array.from(nudged(snapshot, random)) : snapshot
  simulation.restore(changed)
  return simulation.q
}

const expand = (world, random) => world.linkwork.mechanism(source(world, random))

function read(world, random) {
  const base = random.pick([undefined, 'fixed', 'floating'])
  const text = random.oneIn(30) ? hostile(random) : mutatedText(random.pick(urdfs), random)
  const { mechanism } = world.urdf.mechanismFromUrdf(world.linkwork, text, { base })
  return [mechanism, world.linkwork.info(mechanism)]
}

const statesOf = ({ simulations }) => simulations.map(({ q, v }) => [...q, ...v])

/** A snapshot far too long, for which the memory has to grow now and then: all states stay. */
function grow(world, random) {
  const simulation = simulationOf(world, random)
  const before = statesOf(world)
  const tooLong = new Float64Array(2 ** random.between(14, 22)).fill(1)
  const refusal = thrownBy(() => simulation.restore(tooLong))
  if (!isDeepStrictEqual(statesOf(world), before)) throw new Error('a state has changed')
  throw refusal
}

function useDisposed(world, random) {
  const simulation = simulationOf(world, random)
  world.simulations.splice(world.simulations.indexOf(simulation), 1)
  simulation.dispose()
  const error = thrownBy(() => anything(simulation, random))
  if (!(error instanceof SimulationError)) throw new Error(`after dispose: ${error}`)
}

/** A call whose error is of one type, or it is none that it may end with. */
const failing = (type, call) => {
  return (...given) => {
    try {
      return call(...given)
    } catch (error) {
      throw error instanceof type ? error : new Error(`no ${type.name}: ${error}`)
    }
  }
}

const on = (call) => (world, random) => call(simulationOf(world, random), random)

/** Calls that are given nothing that could be wrong. */
const right = (call) => on(failing(SimulationError, call))

function keep(world, random) {
  const snapshot = right((simulation) => simulation.snapshot())(world, random)
  world.snapshots.push(snapshot)
  return snapshot
}

export const calls = [
  [6, 'simulate', open],
  [1, 'compile', compile],
  [20, 'step', right(moveOn)],
  [10, 'look', right(look)],
  [5, 'set', (world, random) => set(simulationOf(world, random), world, random)],
  [8, 'push', on(push)],
  [3, 'tracking.start', on(track)],
  [1, 'tracking.stop', right((simulation) => simulation.tracking.stop())],
  [
    3,
    'setState',
    on((simulation, random) => {
      simulation.setState(nudged(simulation.q, random), nudged(simulation.v, random))
    })
  ],
  [3, 'snapshot', right((simulation) => simulation.snapshot())],
  [3, 'keep', keep],
  [4, 'restore', restore],
  [1, 'reset', right((simulation) => simulation.reset())],
  [3, 'forwardDynamics', right((simulation) => simulation.dynamics.forwardDynamics())],
  [
    3,
    'inverseDynamics',
    on((simulation, random) =>
      simulation.dynamics.inverseDynamics(vector(simulation.v.length, random))
    )
  ],
  [2, 'differentiate', on(differentiate)],
  [4, 'query', query],
  [3, 'mechanism', failing(MechanismError, expand)],
  [2, 'assemble', (world, random) => world.linkwork.assemble(source(world, random))],
  [3, 'urdf', failing(MechanismError, read)],
  [1, 'grow', grow],
  [
    1,
    'dispose',
    (world, random) => {
      world.simulations.splice(random.below(mostSimulations), 1)[0]?.dispose()
    }
  ],
  [1, 'useDisposed', useDisposed],
  [8, 'anything of a simulation', on(anything)],
  [4, 'anything of the library', (world, random) => anything(world.linkwork, random)]
]
