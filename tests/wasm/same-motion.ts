import { type Linkwork, type Mechanism, positionSize, type State, velocitySize } from 'linkwork'
import { expect } from 'vitest'

/**
 * Expects that two mechanisms with the same joints have the same accelerations and energies, up to
 * the energy's zero, in a state that the first comes to by itself.
 */
export function expectSameMotion(linkwork: Linkwork, one: Mechanism, other: Mechanism): void {
  const bare = (mechanism: Mechanism): Mechanism => {
    const { contact: _, initialState: __, nonholonomic: ___, gravity: ____, ...rest } = mechanism
    const joints = rest.joints.map(({ stiffness: _, rest: __, ...joint }) => joint)
    return { ...rest, joints }
  }
  const first = bare(one)
  const start = one.initialState ? { state: one.initialState } : {}
  using simulation = linkwork.simulate(first, {
    step: 1e-3,
    solver: { method: 'articulated-body' },
    ...start
  })
  simulation.step(40)
  const state = stateOf(first, simulation.q, simulation.v)
  const names = ({ joints }: Mechanism) => joints.map(({ name }) => name).sort()
  expect(names(other)).toEqual(names(one))
  const [a, b] = [first, bare(other)].map((each) => linkwork.forwardDynamics(each, state).a)
  const largest = Math.max(1, ...Object.values(a!).flat().map(Math.abs))
  for (const [joint, values] of Object.entries(a!)) {
    for (const [i, value] of values.entries())
      expect(Math.abs((b![joint]?.[i] ?? Number.NaN) - value) / largest).toBeLessThan(1e-9)
  }
  const [e, f] = [first, bare(other)].map((each) => linkwork.energy(each, state).kinetic)
  expect(Math.abs(e! - f!)).toBeLessThan(1e-10 * Math.max(1, e!))
}

function stateOf({ joints }: Mechanism, q: Float64Array, v: Float64Array): State {
  const state = { q: {} as Record<string, number[]>, v: {} as Record<string, number[]> }
  let [atQ, atV] = [0, 0]
  for (const joint of joints) {
    const [nq, nv] = [positionSize(joint), velocitySize(joint)]
    state.q[joint.name] = [...q.subarray(atQ, atQ + nq)]
    state.v[joint.name] = [...v.subarray(atV, atV + nv)]
    atQ += nq
    atV += nv
  }
  return state
}

/** Mechanisms of the catalogue with joints or loops that URDF and MJCF lack; all others are read back. */
export const inexpressible = [
  'torusChain',
  'railTorusChain',
  'surfaceBoard',
  'windmill',
  'differentialLeg',
  'telloHumanoid'
]
