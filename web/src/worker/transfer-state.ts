import type { JointValues, Linkwork, Simulation } from 'linkwork'

/**
 * Takes positions, velocities and time of a mechanism over to what it was changed to: all the same, or
 * the nearest state where changed numbers open its loops or it has other joints, or nothing at all.
 */
export function goOn(
  linkwork: Linkwork,
  simulation: Simulation,
  before: Simulation
): 'same' | 'near' | 'anew' {
  try {
    simulation.setState(before.q.slice(), before.v.slice()) // refuses what does not fit
    simulation.restore(before.snapshot()) // motors go by its time
    return 'same'
  } catch {
    return goOnNear(linkwork, simulation, before)
  }
}

function goOnNear(linkwork: Linkwork, simulation: Simulation, before: Simulation): 'near' | 'anew' {
  const { mechanism } = simulation
  const names = new Set(mechanism.joints.map(({ name }) => name))
  const kept = (values: JointValues = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
  const { q, v } = before.state
  const start = mechanism.initialState
  const wished = { q: { ...start?.q, ...kept(q) }, v: { ...start?.v, ...kept(v) } }
  try {
    const found = linkwork.assemble({ ...mechanism, initialState: wished })
    simulation.setState(found.initialState ?? {})
    return 'near'
  } catch {
    simulation.reset()
    return 'anew'
  }
}
