import { mechanismFromUrdf } from 'linkwork/urdf'
import { mutatedObject, mutatedText } from './mutation.mjs'
import { catalogueSource, urdfs } from './sources.mjs'

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

function mechanismFile({ linkwork }, random) {
  const original = linkwork.mechanism(catalogueSource({ linkwork }, random))
  if (random.oneIn(4)) return withOtherBytes(JSON.stringify(original), random)
  return JSON.stringify(mutatedObject(original, random))
}

function useOf(linkwork, mechanism, random) {
  const { name: method, integrators } = random.pick(linkwork.methods)
  const { name: integrator } = random.pick(integrators)
  const simulation = linkwork.simulate(mechanism, { method, integrator, step: 1e-2 })
  try {
    simulation.step(steps)
    const { q, v, kineticEnergy, potentialEnergy, loopError } = simulation
    return [q, v, kineticEnergy, potentialEnergy, loopError]
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

function stateOf({ linkwork }, random) {
  const source = linkwork.mechanism(catalogueSource({ linkwork }, random))
  const { q, v, a, tau } = linkwork.forwardDynamics(source)
  const file = mutatedObject({ q, v, tau: tau ?? a }, random)
  const text = random.oneIn(4) ? withOtherBytes(JSON.stringify(file), random) : file
  return linkwork.forwardDynamics(source, text).a
}

function urdf({ linkwork }, random) {
  const text = mutatedText(random.pick(urdfs), random)
  const read = mechanismFromUrdf(text, { base: random.pick([undefined, 'fixed', 'floating']) })
  return useOf(linkwork, read.mechanism, random)
}

export const files = [
  [6, 'a mechanism file', mechanism],
  [2, 'a state file', stateOf],
  [2, 'a URDF file', urdf]
]
