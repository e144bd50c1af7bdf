import { MechanismError, SimulationError } from 'linkwork'
import { options, small, source } from './sources.mjs'
import { hostile, makerOf, number } from './values.mjs'

/** The calls of ensembles that a sequence is made of, as those of simulations in calls.mjs. */
const mostEnsembles = 3
const mostCopies = 6

/** Mechanisms that are SIMD-batched, with gears, with loops and one by one. */
const usual = ['chain', 'gearedArm', 'fourBar', 'gearedLeg', 'boxStack', 'cartPendulum']

function given(world, random) {
  if (random.oneIn(3)) return source(world, random)
  const catalogue = random.pick(usual)
  return { catalogue, options: small[catalogue] }
}

const lengths = ['parentFrame.position.x', 'childFrame.position.z', 'stiffness', 'damping', 'mass']

function namesOf(world, mechanism, random) {
  if (random.oneIn(15)) return hostile(random)
  const { bodies, joints } = world.linkwork.mechanism(mechanism)
  return random.list(random.below(3), () =>
    random.oneIn(4)
      ? 'gravity.z'
      : `${random.pick(random.oneIn(2) ? bodies : joints).name}.${random.pick(lengths)}`
  )
}

function open(world, random) {
  const mechanism = given(world, random)
  const how = options(world, random)
  if (typeof how === 'object' && how !== null && !makerOf(how)) {
    how.count = random.oneIn(12) ? hostile(random) : 1 + random.below(mostCopies)
    if (random.oneIn(3)) how.vary = namesOf(world, mechanism, random)
  }
  const ensemble = world.linkwork.ensemble(mechanism, how)
  world.simulations.push(ensemble)
  if (world.simulations.length > mostEnsembles) world.simulations.shift().dispose()
  return ensemble.q
}

const ensembleOf = (world, random) => {
  if (world.simulations.length === 0) open(world, random)
  return random.pick(world.simulations)
}

/** Rows of numbers, rarely some that are no such thing. */
function rows(size, random) {
  if (random.oneIn(10)) return hostile(random)
  const numbers = random.list(random.oneIn(15) ? size + 1 : size, () => number(random))
  return random.oneIn(2) ? numbers : Float64Array.from(numbers)
}

const nudged = (values, random) =>
  Array.from(values, (value) => value + (random.oneIn(3) ? number(random) * 1e-3 : 0))

const copy = ({ count }, random) => (random.oneIn(10) ? hostile(random) : random.below(count))

function look(ensemble, random) {
  const arrays = [
    'q',
    'v',
    'poses',
    'kineticEnergies',
    'potentialEnergies',
    'work',
    'loopErrors',
    'couplingErrors',
    'torques',
    'parameters'
  ]
  return ensemble[random.pick(arrays)]
}

function rollout(ensemble, random) {
  const intervals = 1 + random.below(4)
  const how = random.oneIn(15)
    ? hostile(random)
    : { hold: random.below(4), record: random.oneIn(2) }
  const size = ensemble.count * intervals * ensemble.velocitySize
  return ensemble.rollout(rows(size, random), random.oneIn(15) ? hostile(random) : intervals, how)
}

function put(ensemble, random) {
  const { positionSize, velocitySize } = ensemble
  if (random.oneIn(2))
    return ensemble.setStates(nudged(ensemble.q, random), nudged(ensemble.v, random))
  const q = ensemble.q.slice(0, positionSize)
  const v = ensemble.v.slice(0, velocitySize)
  return ensemble.setState(
    copy(ensemble, random),
    random.oneIn(6) ? rows(positionSize, random) : nudged(q, random),
    random.oneIn(6) ? rows(velocitySize, random) : nudged(v, random)
  )
}

function scatter(ensemble, random) {
  const how = { position: Math.abs(number(random)) * 1e-2, velocity: random.between(0, 2) }
  if (random.oneIn(3)) how.seed = random.oneIn(4) ? number(random) : random.below(1000)
  if (random.oneIn(6)) how[random.pick(['first', 'position', 'mistake'])] = hostile(random)
  ensemble.scatter(how)
  return [ensemble.q, ensemble.v]
}

/** A member by any name but dispose, called or read with anything. */
function anything(ensemble, random) {
  const prototype = Object.getPrototypeOf(ensemble)
  const members = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([name]) => !['constructor', 'dispose'].includes(name)
  )
  const [name, { value }] = random.pick(members)
  return typeof value === 'function'
    ? ensemble[name](...random.list(random.below(4), () => hostile(random)))
    : ensemble[name]
}

function useDisposed(world, random) {
  const ensemble = ensembleOf(world, random)
  world.simulations.splice(world.simulations.indexOf(ensemble), 1)
  ensemble.dispose()
  try {
    look(ensemble, random)
  } catch (error) {
    if (error instanceof SimulationError) return
    throw new Error(`after dispose: ${error}`)
  }
  throw new Error('after dispose: an answer')
}

/** A call with nothing wrong in it. */
function right(call) {
  return (ensemble, random) => {
    try {
      return call(ensemble, random)
    } catch (error) {
      throw error instanceof MechanismError ? new Error(`refused: ${error}`) : error
    }
  }
}

const on = (call) => (world, random) => call(ensembleOf(world, random), random)

export const ensembles = [
  [4, 'ensemble', open],
  [16, 'step', on(right((ensemble, random) => ensemble.step(random.below(9))))],
  [10, 'look', on(right(look))],
  [6, 'rollout', on(rollout)],
  [
    3,
    'setTorques',
    on((ensemble, random) =>
      ensemble.setTorques(rows(ensemble.count * ensemble.velocitySize, random))
    )
  ],
  [
    4,
    'setParameters',
    on((ensemble, random) =>
      ensemble.setParameters(
        random.oneIn(2)
          ? nudged(ensemble.parameters, random)
          : rows(ensemble.parameters.length, random)
      )
    )
  ],
  [4, 'put', on(put)],
  [4, 'scatter', on(scatter)],
  [
    2,
    'reset',
    on((ensemble, random) => ensemble.reset(random.oneIn(2) ? undefined : copy(ensemble, random)))
  ],
  [2, 'time', on((ensemble, random) => ensemble.time(copy(ensemble, random)))],
  [2, 'failures', on(right(({ failures }) => failures.map(({ time }) => time)))],
  [1, 'useDisposed', useDisposed],
  [6, 'anything of an ensemble', on(anything)]
]
