// Every method and integrator of linkwork, by its registry; accelerations compiled as well.
import { load } from 'linkwork'

let library
export const loadLinkwork = async () => {
  library ??= await load()
  return library
}

export async function linkworkWays() {
  const linkwork = await loadLinkwork()
  const ways = linkwork.methods.flatMap(({ name: method, integrators }) =>
    integrators.map(({ name: integrator }) => ({ method, integrator }))
  )
  // Methods of first order have no inertia, so their motion is another.
  const moving = ways.filter(({ integrator }) => integrator !== 'first-order')
  const compilable = moving.filter(({ method }) => method === 'articulated-body')
  return [
    ...moving.map((way) => wayOf(linkwork, way)),
    ...compilable.map((way) => wayOf(linkwork, { ...way, isCompiled: true }))
  ]
}

function wayOf(linkwork, { method, integrator, isCompiled = false }) {
  const words = [method === 'articulated-body' ? [] : method, integrator].flat()
  return {
    family: 'linkwork',
    name: `linkwork ${words.join(' ')}${isCompiled ? ', compiled' : ''}`,
    version: linkwork.version,
    digits: 64,
    isAdaptive: integrator === 'adaptive',
    async make({ mechanism }, step) {
      const options = { method, integrator, step }
      // Its loops open further than those of a state that is given may.
      const canComeBack = integrator !== 'baumgarte'
      if (!isCompiled) return motionOf(linkwork.simulate(mechanism, options), canComeBack)
      const simulation = await linkwork.simulate(mechanism, { ...options, compile: true })
      if (!simulation.compiled.isCompiled) throw new Error(simulation.compiled.reason)
      return motionOf(simulation, canComeBack)
    }
  }
}

const motionOf = (simulation, canComeBack) => ({
  // One call a step, as with the others.
  step(count) {
    for (let i = 0; i < count; i++) simulation.step()
  },
  time: () => simulation.time,
  read: () => ({
    poses: Array.from(simulation.poses),
    energy: simulation.energy.kinetic + simulation.energy.potential
  }),
  ...(canComeBack && {
    save: () => simulation.snapshot(),
    restore: (state) => simulation.restore(state)
  }),
  dispose: () => simulation.dispose()
})
