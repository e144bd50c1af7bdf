// One cell after another: what a method makes of a mechanism, as { value } or { error }.
import { parentPort } from 'node:worker_threads'
import { load } from 'linkwork'
import { mechanisms } from './extremes-mechanisms.mjs'

const linkwork = await load()

function sourceOf({ mechanism }) {
  return typeof mechanism === 'function' ? mechanism() : mechanism
}

/** Accelerations by one method, all joints in a row. */
function accelerations(row, method) {
  const { a } = linkwork.forwardDynamics(sourceOf(row), undefined, { method })
  return Object.values(a).flat()
}

/** The largest of energy error and what loops leave, over a stretch of time. */
function motion(row, method, integrator) {
  const { step = 1e-3 } = row
  const simulation = linkwork.simulate(sourceOf(row), { solver: { method, integrator }, step })
  try {
    return { value: worstOf(simulation, row, integrator) }
  } finally {
    simulation.dispose()
  }
}

function worstOf(simulation, { steps = 100, dissipates = false }, integrator) {
  const energy = () =>
    simulation.energy.kinetic + simulation.energy.potential - simulation.energy.work
  const start = energy()
  const potential = simulation.energy.potential
  // Resting mechanisms have no energy to compare with.
  let [error, scale] = [0, dissipates ? Math.abs(potential) : simulation.energy.kinetic]
  for (let i = 0; i < 10; i++) {
    simulation.step(Math.max(1, Math.round(steps / 10)))
    const exchanged = Math.abs(simulation.energy.potential - potential)
    scale = Math.max(scale, simulation.energy.kinetic, exchanged)
    const change = energy() - start
    error = Math.max(error, dissipates ? change : Math.abs(change))
    if (!simulation.q.every(Number.isFinite)) return Number.NaN
  }
  // Methods of first order do not conserve energy.
  const lost = integrator === 'first-order' ? 0 : error / (scale || 1)
  return Math.max(lost, simulation.constraints.loopError, simulation.constraints.couplingError)
}

parentPort.on('message', ({ name, method, integrator }) => {
  const row = mechanisms[name]
  try {
    const result = integrator
      ? motion(row, method, integrator)
      : { values: accelerations(row, method) }
    parentPort.postMessage(result)
  } catch (error) {
    parentPort.postMessage({ error: String(error?.name), message: String(error?.message ?? error) })
  }
})
