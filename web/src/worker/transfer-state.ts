import type { JointValues, Linkwork, Simulation } from 'linkwork'

/**
 * Transfers positions, velocities and time to a changed mechanism: the same state, the nearest state if
 * loops or joints have changed, or none.
 */
export function transferState(
  linkwork: Linkwork,
  simulation: Simulation,
  before: Simulation
): 'same' | 'near' | 'none' {
  try {
    simulation.setState(before.q.slice(), before.v.slice()) // throws if the sizes differ
    simulation.restore(before.snapshot()) // for the time of the motors
    return 'same'
  } catch {
    return transferNear(linkwork, simulation, before)
  }
}

function transferNear(
  linkwork: Linkwork,
  simulation: Simulation,
  before: Simulation
): 'near' | 'none' {
  const { mechanism } = simulation
  const names = new Set(mechanism.joints.map(({ name }) => name))
  const kept = (values: JointValues = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
  const { q, v } = before.state
  const start = mechanism.initialState
  const desired = { q: { ...start?.q, ...kept(q) }, v: { ...start?.v, ...kept(v) } }
  try {
    const found = linkwork.assemble({ ...mechanism, initialState: desired })
    simulation.setState(found.initialState ?? {})
    return 'near'
  } catch {
    simulation.reset()
    return 'none'
  }
}
