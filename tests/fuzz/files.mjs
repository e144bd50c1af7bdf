import { mutatedObject, mutatedText } from './mutation.mjs'
import { large, reference, small, urdfs } from './sources.mjs'
import { number, odd } from './values.mjs'

/**
 * Mutated files, each read once: `[weight, name, call]` as in calls.mjs. One that is accepted moves
 * by any method, and one question about it is answered.
 */
const steps = 3
const bytes = ['', '9', '-', '"', '[', '}', ',', '\ud800', '1e999', 'null', '\\u0000']

function withOtherBytes(text, random) {
  const at = random.below(text.length)
  return text.slice(0, at) + random.pick(bytes) + text.slice(at + random.below(3))
}

const texts = new Map()
let others

/** The file of a catalogue mechanism, mostly a small one. */
function catalogueText(linkwork, random) {
  others ??= linkwork.catalogue.map(({ name }) => name).filter((name) => !large.includes(name))
  const catalogue = random.pick(random.oneIn(50) ? large : others)
  if (!texts.has(catalogue)) {
    const original = linkwork.mechanism({ catalogue, options: small[catalogue] })
    texts.set(catalogue, JSON.stringify(original))
  }
  return texts.get(catalogue)
}

/** Files of a mechanism and of a state of it. */
function original(linkwork, random) {
  if (random.oneIn(2)) return reference(random)
  const mechanism = JSON.parse(catalogueText(linkwork, random))
  return { mechanism, state: mechanism.initialState }
}

function mechanismFile({ linkwork }, random) {
  const { mechanism } = original(linkwork, random)
  if (random.oneIn(4)) return withOtherBytes(JSON.stringify(mechanism), random)
  return JSON.stringify(mutatedObject(mechanism, random, odd))
}

function useOf(linkwork, mechanism, random) {
  const { name: method, integrators } = random.pick(linkwork.methods)
  const { name: integrator } = random.pick(integrators)
  const simulation = linkwork.simulate(mechanism, { solver: { method, integrator }, step: 1e-2 })
  try {
    simulation.step(steps)
    const { q, v, energy, constraints } = simulation
    return [q, v, energy.kinetic, energy.potential, constraints.loopError]
  } finally {
    simulation.dispose()
  }
}

const questions = ['info', 'kinematics', 'energy', 'forwardDynamics', 'massMatrix']

function mechanism({ linkwork }, random) {
  const file = mechanismFile({ linkwork }, random)
  if (random.oneIn(2)) return linkwork[random.pick(questions)](file)
  return useOf(linkwork, file, random)
}

function stateFile({ linkwork }, random) {
  const { mechanism, state } = original(linkwork, random)
  const { joints, bodies } = mechanism
  const joint = random.pick(joints).name
  const whole = { q: {}, v: {}, tau: { [joint]: [number(random)] }, ...state }
  whole.wrenches = { [random.pick(bodies).name]: random.list(6, () => number(random)) }
  const file = JSON.stringify(mutatedObject(whole, random, odd))
  const text = random.oneIn(4) ? withOtherBytes(file, random) : file
  return linkwork.forwardDynamics(JSON.stringify(mechanism), text).a
}

function urdf({ linkwork, urdf }, random) {
  const text = mutatedText(random.pick(urdfs), random)
  const read = urdf.mechanismFromUrdf(linkwork, text, {
    base: random.pick([undefined, 'fixed', 'floating'])
  })
  return useOf(linkwork, read.mechanism, random)
}

export const files = [
  [6, 'a mechanism file', mechanism],
  [2, 'a state file', stateFile],
  [2, 'a URDF file', urdf]
]
