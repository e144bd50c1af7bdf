import { beltChain, chain, fourBar, type Linkwork, load, mitHumanoid } from 'linkwork'
import { beforeAll, describe, expect, it } from 'vitest'

// Many copies at once, in WebAssembly: bitwise as simulations.

let linkwork: Linkwork
beforeAll(async () => {
  linkwork = await load()
})

const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1]
] as const

describe('an ensemble', () => {
  it.each([
    ['SIMD-batched', () => chain({ links: 6, axes, damping: 0.01 }), 'all'],
    ['with couplings', () => beltChain({ links: 4 }), 'all'],
    ['with loops', () => fourBar(), 'rk4 alone']
  ] as const)('moves its copies as simulations, %s', (_, make, batched) => {
    for (const integrator of ['rk4', 'semi-implicit-euler'] as const) {
      using ensemble = linkwork.ensemble(make(), {
        count: 5,
        solver: { method: 'articulated-body', integrator }
      })
      expect(ensemble.width).toBe(batched === 'all' || integrator === 'rk4' ? 2 : 1)
      ensemble.scatter({ position: 0.1, velocity: 0.2, seed: 3 })
      const torques = Float64Array.from(ensemble.v, (_, i) => 0.02 * Math.sin(i))
      ensemble.setTorques(torques)
      const { positionSize, velocitySize } = ensemble
      const alone = Array.from({ length: ensemble.count }, (_, copy) => {
        const simulation = linkwork.simulate(make(), {
          solver: { method: 'articulated-body', integrator }
        })
        const { joints } = simulation.mechanism
        simulation.setState(
          ensemble.q.slice(copy * positionSize, (copy + 1) * positionSize),
          ensemble.v.slice(copy * velocitySize, (copy + 1) * velocitySize)
        )
        expect(joints.length).toBe(velocitySize)
        for (const [i] of joints.entries())
          simulation.forces.setTorque(i, torques[copy * velocitySize + i] as number)
        return simulation
      })
      ensemble.step(30)
      for (const [copy, simulation] of alone.entries()) {
        simulation.step(30)
        const q = ensemble.q.slice(copy * positionSize, (copy + 1) * positionSize)
        const v = ensemble.v.slice(copy * velocitySize, (copy + 1) * velocitySize)
        expect(q).toEqual(simulation.q)
        expect(v).toEqual(simulation.v)
        expect(ensemble.time(copy)).toBe(simulation.time)
        expect(ensemble.kineticEnergies[copy]).toBe(simulation.energy.kinetic)
        expect(ensemble.potentialEnergies[copy]).toBe(simulation.energy.potential)
        expect(ensemble.work[copy]).toBeCloseTo(simulation.energy.work, 12)
        const bodies = 7 * simulation.mechanism.bodies.length
        expect(ensemble.poses.slice(copy * bodies, (copy + 1) * bodies)).toEqual(simulation.poses)
        simulation.dispose()
      }
      expect(Math.max(...ensemble.loopErrors, ...ensemble.couplingErrors)).toBeLessThan(1e-12)
    }
  })

  it('takes variational steps as simulations do', () => {
    const options = { solver: { method: 'variational', integrator: 'second-order' } } as const
    using ensemble = linkwork.ensemble(chain({ links: 6, axes }), { count: 3, ...options })
    expect(ensemble.width).toBe(2)
    ensemble.scatter({ position: 0.1, velocity: 1, seed: 3 })
    const alone = [0, 1, 2].map((copy) => {
      const simulation = linkwork.simulate(chain({ links: 6, axes }), options)
      simulation.setState(
        ensemble.q.slice(copy * 6, (copy + 1) * 6),
        ensemble.v.slice(copy * 6, (copy + 1) * 6)
      )
      return simulation
    })
    for (let part = 0; part < 3; part++) ensemble.step(40)
    for (const [copy, simulation] of alone.entries()) {
      simulation.step(120)
      expect(ensemble.q.slice(copy * 6, (copy + 1) * 6)).toEqual(simulation.q)
      expect(ensemble.v.slice(copy * 6, (copy + 1) * 6)).toEqual(simulation.v)
      simulation.dispose()
    }
  })

  it('computes accelerations in floats on request', () => {
    const how = {
      count: 9,
      solver: { method: 'articulated-body', integrator: 'rk4' }
    } as const
    const mechanism = chain({ links: 6, axes, damping: 0.01 })
    using floats = linkwork.ensemble(mechanism, { ...how, precision: 'floats' })
    using doubles = linkwork.ensemble(mechanism, how)
    expect([floats.precision, floats.width]).toEqual(['floats', 4])
    expect([doubles.precision, doubles.width]).toEqual(['doubles', 2])
    for (const each of [floats, doubles]) {
      each.scatter({ position: 0.1, velocity: 0.2, seed: 3 })
      each.step(200)
    }
    const differences = floats.q.map((number, i) => Math.abs(number - (doubles.q[i] as number)))
    const largest = Math.max(...differences)
    expect(largest).toBeGreaterThan(0)
    expect(largest).toBeLessThan(1e-5) // 2⁻²⁴ a product, some hundred of them in a row
    using loops = linkwork.ensemble(fourBar(), { ...how, precision: 'floats' })
    expect([loops.precision, loops.width]).toEqual(['doubles', 2])
  })

  it('rolls out under controls, and records', () => {
    using ensemble = linkwork.ensemble(chain({ links: 2 }), { count: 3 })
    using stepped = linkwork.ensemble(chain({ links: 2 }), { count: 3 })
    const controls = Float64Array.from({ length: 3 * 4 * 2 }, (_, i) => Math.cos(i))
    const trajectory = ensemble.rollout(controls, 4, { hold: 2, record: true })?.slice()
    for (let interval = 0; interval < 4; interval++) {
      const torques = [0, 1, 2].flatMap((copy) => [
        ...controls.subarray((copy * 4 + interval) * 2, (copy * 4 + interval + 1) * 2)
      ])
      stepped.setTorques(torques)
      stepped.step(2)
      for (let copy = 0; copy < 3; copy++) {
        const at = (copy * 4 + interval) * 4
        expect(trajectory?.slice(at, at + 2)).toEqual(stepped.q.slice(2 * copy, 2 * copy + 2))
        expect(trajectory?.slice(at + 2, at + 4)).toEqual(stepped.v.slice(2 * copy, 2 * copy + 2))
      }
    }
    expect(ensemble.rollout(controls, 4)).toBeUndefined()
  })

  it('lets numbers differ from copy to copy', () => {
    const vary = ['gravity.z']
    using ensemble = linkwork.ensemble(chain({ links: 3 }), { count: 4, vary })
    expect(ensemble.parameters).toEqual(new Float64Array(4).fill(-9.81))
    ensemble.setParameters([-1, -2, -3, -4])
    ensemble.step(20)
    for (let copy = 0; copy < 4; copy++) {
      using simulation = linkwork.simulate(chain({ links: 3 }))
      simulation.parameters.set('gravity.z', -1 - copy)
      simulation.step(20)
      expect(ensemble.q.slice(3 * copy, 3 * copy + 3)).toEqual(simulation.q)
    }
  })

  it('stops a copy that cannot go on, and reports why', () => {
    using ensemble = linkwork.ensemble(chain({ links: 2 }), { count: 3 })
    ensemble.setTorques([0, 0, 1e12, 1e12, 0, 0])
    ensemble.step(5)
    expect(ensemble.failures).toHaveLength(1)
    expect(ensemble.failures[0]).toMatchObject({ copy: 1, time: 0 })
    expect(ensemble.failures[0]?.message).toContain('articulated-body rk4 step of 0.001 s')
    expect([0, 1, 2].map((copy) => ensemble.time(copy))).toEqual([0.005, 0, 0.005])
    ensemble.reset(1)
    ensemble.step(5)
    expect(ensemble.failures).toEqual([])
  })

  it('says what is wrong with what it is given', () => {
    const make = (options: object) => () =>
      linkwork.ensemble(chain({ links: 2 }), options as { count: number })
    expect(make({})).toThrow('count: expected a whole number from 1 to')
    expect(make({ count: 2, threads: 2 })).toThrow('options: no option is named "threads"')
    expect(make({ count: 2, vary: [1] })).toThrow('vary[0]: expected a string, found 1')
    expect(make({ count: 2, vary: ['mass'] })).toThrow('parameter: no number is named "mass"')
    expect(make({ count: 2, precision: 'half' })).toThrow(
      "precision: expected 'doubles' or 'floats', found \"half\""
    )
    expect(make({ count: 2, precision: 'floats', backend: 'gpu' })).toThrow('with backend')
    expect(make({ count: 2, vary: 5 })).toThrow('vary: expected an array of names, found 5')
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    expect(make({ count: 2, vary: proxy })).toThrow('vary: cannot be read')
    expect(make({ count: 2, device: {} })).toThrow('device: expected a GPUDevice')
    using ensemble = linkwork.ensemble(chain({ links: 2 }), { count: 2 })
    const detached = new Float64Array(3)
    structuredClone(detached, { transfer: [detached.buffer] })
    expect(() => ensemble.setTorques(detached)).toThrow('torques: expected 4 numbers, found 0')
    ensemble.setParameters(detached) // of which there are none
    expect(() => ensemble.setTorques([1])).toThrow('torques: expected 4 numbers, found 1')
    expect(() => ensemble.setTorques(new Float64Array([0, 0, 0, Number.NaN]))).toThrow('torques')
    expect(() => ensemble.setState(2, [0, 0], [0, 0])).toThrow('copy: found 2; expected 0 to 1')
    expect(() => ensemble.scatter({ seed: 0.5 })).toThrow('seed: expected a whole number')
    expect(() => ensemble.time(-1)).toThrow('copy: expected a whole number')
    expect(() => ensemble.rollout([0, 0, 0, 0], 0)).toThrow('intervals: expected a whole number')
    const gone = linkwork.ensemble(chain({ links: 2 }), { count: 2 })
    gone.dispose()
    expect(() => gone.step()).toThrow('this ensemble was disposed of')
  })

  it('holds a crowd', () => {
    using ensemble = linkwork.ensemble(mitHumanoid(), {
      count: 200,
      solver: { method: 'articulated-body' }
    })
    ensemble.scatter({ velocity: 0.1, seed: 1 })
    ensemble.step(2)
    expect(ensemble.failures).toEqual([])
    expect(new Set(ensemble.q).size).toBeGreaterThan(200)
  })

  it('is SIMD-batched where there is no GPU, and says so', async () => {
    const options = {
      count: 3,
      solver: { method: 'articulated-body', integrator: 'rk4' }
    } as const
    const lanes = linkwork.ensemble(chain({ links: 3 }), options)
    const awaited = await linkwork.ensemble(chain({ links: 3 }), { ...options, backend: 'gpu' })
    expect(awaited.backend).toBe('lanes')
    expect(awaited.reason).toBe('there is no WebGPU here')
    const fractions: number[] = []
    for (const each of [lanes, awaited]) await each.scatter({ velocity: 1 })
    lanes.step(20)
    await awaited.step(20, { onProgress: (fraction) => fractions.push(fraction) })
    expect(fractions.at(-1)).toBe(1)
    expect(await awaited.read('q')).toEqual(Float64Array.from(lanes.q))
    expect(await awaited.failures()).toEqual([])
    await expect(awaited.read('mass' as 'q')).rejects.toThrow('name: expected one of q, v')
    awaited.dispose()
    await expect(awaited.read('q')).rejects.toThrow('disposed of')
    const unknown = { count: 1, backend: 'cuda' as 'gpu' } as const
    expect(() => linkwork.ensemble(chain(), unknown)).toThrow("backend: expected 'gpu'")
  })
})
