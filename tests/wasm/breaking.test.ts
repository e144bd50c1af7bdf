import { load, type Mechanism } from 'linkwork'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

/** Two weights of 1 kg: the first hangs on a hook that bears 25 N, the second on the first. */
const hanging: Mechanism = {
  linkwork: 1,
  name: 'hanging',
  bodies: ['upper', 'lower'].map((name) => ({ name, mass: 1, inertia: [0.1, 0.1, 0.1] })),
  joints: ['upper', 'lower'].map((child) => ({
    name: `${child} flight`,
    type: 'free',
    parent: 'world',
    child
  })),
  loops: [
    { name: 'hook', type: 'spherical', parent: 'world', child: 'upper', breaks: { force: 25 } },
    {
      name: 'link',
      type: 'fixed',
      parent: 'upper',
      child: 'lower',
      parentFrame: { position: [0, 0, -1] }
    }
  ],
  initialState: { q: { 'lower flight': [0, 0, -1, 0, 0, 0, 1] } }
}

describe('a loop that breaks', () => {
  it('is out of the mechanism, until a reset', () => {
    using simulation = linkwork.simulate(hanging, { step: 1e-3 })
    const { q } = simulation
    simulation.advance(0.01)
    expect(simulation.constraints.brokenLoops).toEqual([])
    expect(simulation.mechanism.loops).toHaveLength(2)
    expect(simulation.dynamics.reactions()).toHaveLength(24)
    const snapshot = simulation.snapshot()
    simulation.forces.applyPointForce('lower', [0, 0, 0], [0, 0, -10])
    simulation.advance(0.1)
    const [broken] = simulation.constraints.brokenLoops
    expect(broken).toMatchObject({ name: 'hook' })
    expect(broken?.force).toBeCloseTo(2 * 9.81 + 10, 6)
    expect(broken?.time).toBeCloseTo(0.011, 9)
    expect(simulation.mechanism.loops).toMatchObject([{ name: 'link' }])
    expect(simulation.dynamics.reactions()).toHaveLength(18)
    expect(simulation.v[5]).toBeCloseTo(-(9.81 + 5) * 0.099, 2)
    expect(q).toEqual(simulation.q) // a view of the same motion

    simulation.restore(snapshot)
    expect(simulation.constraints.brokenLoops).toEqual([])
    expect(simulation.mechanism.loops).toHaveLength(2)
    simulation.advance(0.1)
    expect(simulation.constraints.brokenLoops).toHaveLength(1)
    simulation.reset()
    simulation.advance(0.1)
    expect(simulation.constraints.brokenLoops).toEqual([])
    expect(simulation.mechanism.loops).toHaveLength(2)
    expect(simulation.q[2]).toBeCloseTo(0, 12)
  })

  it('changes the number of reactions, also where none were read before', () => {
    using simulation = linkwork.simulate(hanging, { step: 1e-3 })
    simulation.forces.applyPointForce('lower', [0, 0, 0], [0, 0, -10])
    simulation.step()
    expect(simulation.dynamics.reactions()).toHaveLength(18)
    simulation.reset()
    expect(simulation.dynamics.reactions()).toHaveLength(24)
  })

  it('is not part of an ensemble', () => {
    expect(() => linkwork.ensemble(hanging, { count: 2 })).toThrow('loops[0].breaks')
  })
})
