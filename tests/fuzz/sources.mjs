import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { mutatedObject } from './mutation.mjs'
import { hostile, number } from './values.mjs'

const data = new URL('../data/', import.meta.url)
const unpacked = (name) => gunzipSync(readFileSync(new URL(name, data))).toString()
const robot = (name) => unpacked(`robot_models/${name}.urdf.gz`)

/** URDF with loops, couplings, and neither. */
export const urdfs = [
  'double_pendulum',
  'four_bar',
  'mini_cheetah_leg',
  'planar_leg_linkage',
  'revolute_rotor_chain',
  'six_bar'
].map(robot)

/** Catalogue mechanisms with options by which they are small. */
export const small = {
  chain: { links: 3 },
  fourBarChain: { units: 2 },
  gearedArm: { joints: 2 },
  gearedChain: { links: 2 },
  beltChain: { links: 3 },
  branchingTree: { levels: 2 },
  drapedChain: { links: 6 },
  closedRing: { links: 5 },
  boxStack: { boxes: 2 },
  torusChain: { links: 2 },
  railTorusChain: { links: 2 },
  surfaceBoard: { links: 1 }
}
export const large = [
  'windmill',
  'jvrc1',
  'mitHumanoid',
  'telloHumanoid',
  'miniCheetah',
  'minitaur'
]

const references = ['random', 'robots'].flatMap((folder) =>
  readdirSync(new URL(`reference/${folder}`, data)).map((name) => `reference/${folder}/${name}`)
)

/** Mechanisms that tests compare with others, each with a state: they have joints of every type. */
export function reference(random) {
  const { mechanism, state, cases } = JSON.parse(unpacked(random.pick(references)))
  return { mechanism, state: state ?? cases[0].state }
}

/** A catalogue mechanism, small most of the time, at times with options out of their ranges. */
function catalogueSource({ linkwork }, random) {
  const entries = linkwork.catalogue.filter(({ name }) => !large.includes(name) || random.oneIn(8))
  const { name: catalogue, options } = random.pick(entries)
  const chosen = { ...small[catalogue] }
  if (random.oneIn(3)) {
    const { name, min, max, choices } = random.pick(options)
    if (choices) chosen[name] = random.pick(choices)
    else if (min !== undefined && !(name in chosen)) chosen[name] = random.between(min, max)
    if (random.oneIn(4)) chosen[name] = random.oneIn(2) ? number(random) : hostile(random)
  }
  return { catalogue, options: chosen }
}

/** A mechanism in any of the forms there are, sometimes changed, sometimes none. */
export function source(world, random) {
  const kind = random.below(10)
  const fromCatalogue = catalogueSource(world, random)
  if (kind < 5) return fromCatalogue
  if (kind === 5) return hostile(random)
  const mechanism = random.oneIn(2)
    ? reference(random).mechanism
    : JSON.parse(JSON.stringify(world.linkwork.mechanism(fromCatalogue)))
  if (kind === 6) return mechanism
  const mutated = mutatedObject(mechanism, random)
  if (kind < 9) return mutated
  const text = JSON.stringify(mechanism)
  const at = random.below(text.length)
  return (
    text.slice(0, at) + random.pick(['', '9', '"', '[', '\ud800', '1e999']) + text.slice(at + 1)
  )
}

/** A state of a mechanism, or what is none. */
export function state({ linkwork }, given, random) {
  if (random.oneIn(3)) return undefined
  if (random.oneIn(10)) return hostile(random)
  const { initialState = {}, joints, bodies } = linkwork.mechanism(given)
  const joint = random.pick(joints).name
  const result = structuredClone(initialState)
  const key = random.pick(['q', 'v', 'tau', 'a'])
  result[key] = { ...result[key], [joint]: [number(random)] }
  if (random.oneIn(4))
    result.wrenches = { [random.pick(bodies).name]: Array(6).fill(number(random)) }
  return random.oneIn(5) ? mutatedObject(result, random) : result
}

/** Options of `simulate`. */
export function options(world, random) {
  if (random.oneIn(15)) return hostile(random)
  const { name: method, integrators } = random.pick(world.linkwork.methods)
  const given = {}
  if (random.oneIn(2)) {
    given.solver = { method }
    if (random.oneIn(2)) given.solver.integrator = random.pick(integrators).name
  }
  if (random.oneIn(2)) given.step = random.oneIn(6) ? number(random) : 10 ** random.between(-4, -1)
  if (random.oneIn(8)) given.contact = { allow: random.oneIn(3) ? number(random) : 1 }
  if (random.oneIn(6)) {
    given.variational = {
      rootFinder: random.pick(['newton', 'frozen-newton', 'riqn']),
      maxIterations: random.pick([1, 5, 30, 100, 0, 1e9, Number.NaN])
    }
  }
  if (random.oneIn(15)) given[random.pick(Object.keys(given)) ?? 'step'] = hostile(random)
  return given
}
