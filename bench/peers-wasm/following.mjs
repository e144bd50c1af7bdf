// A motion from its start on, and what is wrong with it.
import { centersOf, distanceOf, energyOf, gapOf, slipOf } from './errors.mjs'

const every = 0.02 // s

/**
 * Moves on by `seconds`, looks every 20 ms and returns the largest energy error and the last one, over
 * `energyScale`, the largest gap of a revolute joint [m], the largest slip of a gear [rad], the steps taken, and
 * the time and the centers of mass at the end. Throws where the motion ends.
 */
export function follow({ way, motion, step, problem }, seconds, energyScale) {
  const energyAt = (state) => state.energy ?? energyOf(problem, state)
  const startEnergy = energyAt(motion.read())
  const errors = { energy: 0, energyEnd: 0, gap: 0, slip: 0 }
  let [steps, time, centers] = [0, 0, []]
  for (let look = 1; look <= Math.round(seconds / every); look++) {
    const until = look * every
    if (way.isAdaptive) {
      for (; motion.time() < until - 1e-9; steps++) motion.step(1)
      time = motion.time()
    } else {
      const count = Math.round(until / step) - steps
      motion.step(count)
      steps += count
      time = steps * step
    }
    const state = motion.read()
    if (!state.poses.every(Number.isFinite)) throw new Error(`not finite at ${time.toFixed(2)} s`)
    errors.energyEnd = Math.abs(energyAt(state) - startEnergy) / energyScale
    errors.energy = Math.max(errors.energy, errors.energyEnd)
    errors.gap = Math.max(errors.gap, gapOf(problem, state.poses))
    errors.slip = Math.max(errors.slip, slipOf(problem, state.poses))
    centers = centersOf(problem, state.poses)
  }
  return { ...errors, steps, time, centers }
}

/**
 * The exact poses of the bodies after `seconds`, and a little later (steps that adapt end where they do),
 * by Runge and Kutta's steps; the same by composed variational steps gives its uncertainty.
 */
export function referenceOf(linkwork, problem, seconds, step) {
  const { mechanism } = problem
  const fine = linkwork.simulate(mechanism, {
    solver: { method: 'articulated-body', integrator: 'rk4' },
    step
  })
  fine.step(Math.round(seconds / step))
  const state = fine.snapshot()
  const at = (time) => {
    const later = time - seconds
    const count = Math.max(1, Math.ceil(later / step))
    const further = linkwork.simulate(mechanism, {
      solver: { method: 'articulated-body', integrator: 'rk4' },
      step: later / count || step
    })
    further.restore(state)
    if (later > 1e-12) further.step(count)
    const centers = centersOf(problem, Array.from(further.poses))
    further.dispose()
    return centers
  }
  const options = {
    solver: { method: 'variational', integrator: 'fourth-order' },
    step: 5 * step
  }
  const other = linkwork.simulate(mechanism, options)
  other.step(Math.round(seconds / (5 * step)))
  const uncertainty = distanceOf(centersOf(problem, Array.from(other.poses)), at(seconds))
  fine.dispose()
  other.dispose()
  return { at, uncertainty }
}

/** How far the potential energy ranges within ten seconds [J]: what errors of energy are measured by. */
export function energyScaleOf(linkwork, { mechanism }) {
  const simulation = linkwork.simulate(mechanism, {
    solver: { method: 'articulated-body', integrator: 'rk4' },
    step: 1e-3
  })
  const energies = Array.from({ length: 1000 }, () => {
    simulation.step(10)
    return simulation.energy.potential
  })
  simulation.dispose()
  return Math.max(...energies) - Math.min(...energies)
}
