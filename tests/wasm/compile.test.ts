import { Worker } from 'node:worker_threads'
import {
  beltChain,
  boxStack,
  branchingTree,
  type CatalogueMechanism,
  cartPendulum,
  chain,
  closedRing,
  differentialLeg,
  fourBar,
  fourBarChain,
  gearedArm,
  gearedChain,
  gearedLeg,
  jvrc1,
  load,
  MechanismError,
  miniCheetah,
  minitaur,
  mitHumanoid,
  type Simulation,
  SimulationError,
  sixBar,
  sliderCrank,
  telloHumanoid,
  velocitySize
} from 'linkwork'
import { afterEach, describe, expect, it, vi } from 'vitest'

const linkwork = await load()

afterEach(() => {
  vi.restoreAllMocks()
})

/** Numbers between −1 and 1, the same in every run. */
function numbers(count: number, seed: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647
    return (2 * state) / 2147483647 - 1
  })
}

/** Largest difference over the largest entry. */
function difference(found: Float64Array, expected: Float64Array): number {
  const size = Math.max(...expected.map(Math.abs))
  return Math.max(...found.map((value, i) => Math.abs(value - (expected[i] ?? 0)))) / size
}

/** The same torques on the joints of each. */
function push(simulations: readonly Simulation[]): void {
  for (const simulation of simulations) {
    const torques = numbers(simulation.v.length, 7)
    for (const joint of simulation.mechanism.joints) {
      const own = torques.splice(0, velocitySize(joint))
      if (own.length > 0) simulation.forces.setTorque(joint.name, own)
    }
  }
}

/** Under the same torques, but for the rounding of ten steps. */
function moveAlike(general: Simulation, compiled: Simulation): void {
  push([general, compiled])
  general.step(10)
  compiled.step(10)
  expect(difference(compiled.q, general.q)).toBeLessThan(1e-10)
  expect(difference(compiled.v, general.v)).toBeLessThan(1e-9)
  expect(compiled.energy.work).toBeCloseTo(general.energy.work, 9)
}

const sources = {
  chain,
  cartPendulum,
  fourBar,
  fourBarChain,
  sixBar,
  sliderCrank,
  gearedArm,
  gearedChain,
  beltChain,
  gearedLeg,
  differentialLeg,
  branchingTree,
  miniCheetah,
  minitaur,
  mitHumanoid,
  telloHumanoid,
  jvrc1
}

describe('compiled mechanisms move like the others', () => {
  it.each(Object.entries(sources))('%s', async (_, make) => {
    const source = make()
    const options = { step: 1e-3 } as const
    using general = linkwork.simulate(source, options)
    using compiled = await linkwork.simulate(source, { ...options, compile: true })
    expect(compiled.compiled?.reason).toBeUndefined()
    expect(compiled.compiled?.isCompiled).toBe(true)
    const asked = numbers(general.v.length, 5)
    const torque = general.dynamics.inverseDynamics(asked).slice()
    expect(difference(compiled.dynamics.inverseDynamics(asked), torque)).toBeLessThan(1e-11)
    push([general, compiled])
    // They differ by rounding alone, at the start and at a state of the motion.
    expect(
      difference(compiled.dynamics.forwardDynamics(), general.dynamics.forwardDynamics())
    ).toBeLessThan(1e-11)
    general.step(20)
    compiled.setState(general.q, general.v)
    expect(
      difference(compiled.dynamics.forwardDynamics(), general.dynamics.forwardDynamics())
    ).toBeLessThan(1e-11)
    compiled.step(5)
    general.step(5)
    expect(difference(compiled.v, general.v)).toBeLessThan(1e-9)
  })
})

it('has the integrator that it is compiled with', async () => {
  using compiled = await linkwork.simulate(chain({ links: 3 }), {
    compile: true,
    solver: { method: 'articulated-body', integrator: 'semi-implicit-euler' }
  })
  expect(compiled.compiled?.isCompiled).toBe(true)
  expect(compiled.solver.integrator).toBe('semi-implicit-euler')
})

it('reports what the code takes, and that simulate() makes none', async () => {
  using compiled = await linkwork.simulate(chain({ links: 5 }), { compile: true })
  const { bytes, functions, milliseconds, reason } = compiled.compiled ?? {}
  expect(bytes).toBeGreaterThan(500)
  expect(functions).toBeGreaterThan(1)
  expect(milliseconds).toBeGreaterThan(0)
  expect(reason).toBeUndefined()
  using general = linkwork.simulate(chain({ links: 5 }))
  expect(general.compiled).toBeUndefined()
})

it('follows wrenches, a pull and a change of method like the others', async () => {
  using general = linkwork.simulate(chain({ links: 4 }))
  using compiled = await linkwork.simulate(chain({ links: 4 }), { compile: true })
  for (const simulation of [general, compiled]) {
    simulation.forces.pull('link4', [0, 0, 0], [1, 0, 0])
    simulation.step(10)
    simulation.forces.release()
    simulation.step(10)
    simulation.solver = { method: 'variational' }
    simulation.step(3)
    simulation.solver = { method: 'articulated-body' }
    simulation.step(3)
  }
  expect(difference(compiled.q, general.q)).toBeLessThan(1e-10)
})

describe('where no code may be made', () => {
  it('runs the general code and says why', async () => {
    vi.spyOn(WebAssembly, 'instantiate').mockRejectedValue(
      new WebAssembly.CompileError('Wasm code generation disallowed by embedder')
    )
    using compiled = await linkwork.simulate(gearedLeg(), { compile: true })
    expect(compiled.compiled?.isCompiled).toBe(false)
    expect(compiled.compiled?.reason).toBe('Wasm code generation disallowed by embedder')
    using general = linkwork.simulate(gearedLeg())
    compiled.step(10)
    general.step(10)
    expect([...compiled.q]).toEqual([...general.q])
  })

  it('what is wrong with a mechanism is an error as ever', async () => {
    await expect(linkwork.simulate('{}', { compile: true })).rejects.toThrow(MechanismError)
    expect(() => linkwork.simulate(chain(), { compile: 1 } as never)).toThrow(
      'compile: expected true or false, found 1'
    )
    expect(() => linkwork.simulate(chain(), { keepParameters: true } as never)).toThrow(
      'keepParameters: expected with compile: true'
    )
  })
})

it('disposing of compiled simulations makes room for others', async () => {
  for (let i = 0; i < 20; i++) {
    const compiled = await linkwork.simulate(chain({ links: 2 }), { compile: true })
    compiled.step()
    compiled.dispose()
    expect(() => compiled.step()).toThrow(SimulationError)
  }
  using first = await linkwork.simulate(chain({ links: 2 }), { compile: true })
  using second = await linkwork.simulate(fourBar(), { compile: true })
  using third = linkwork.simulate(chain({ links: 2 }))
  first.step(10)
  second.step(10)
  third.step(10)
  expect(difference(first.q, third.q)).toBeLessThan(1e-12)
})

it('what would be too long stays with the general code, and says so', async () => {
  using simulation = await linkwork.simulate(closedRing({ links: 60 }), { compile: true })
  expect(simulation.compiled?.isCompiled).toBe(false)
  expect(simulation.compiled?.reason).toMatch(/more than 2000000 operations/)
  simulation.step()
})

it('compiles in a worker', async () => {
  const code = `
    import { parentPort } from 'node:worker_threads'
    import { chain, load } from ${JSON.stringify(import.meta.resolve('linkwork'))}
    const simulation = await (await load()).simulate(chain({ links: 3 }), { compile: true })
    simulation.step(10)
    parentPort.postMessage({ compiled: simulation.compiled, q: [...simulation.q] })`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  const { compiled, q } = await new Promise<Pick<Simulation, 'compiled' | 'q'>>(
    (resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    }
  )
  await worker.terminate()
  expect(compiled?.isCompiled).toBe(true)
  using here = await linkwork.simulate(chain({ links: 3 }), { compile: true })
  here.step(10)
  expect(q).toEqual([...here.q])
})

describe('code is as long as what it is for', () => {
  // Its generation and compilation take time by its length, which depends on the machine.
  async function bytesOf(source: CatalogueMechanism): Promise<number> {
    using simulation = await linkwork.simulate(source, { compile: true })
    expect(simulation.compiled?.reason).toBeUndefined()
    return simulation.compiled?.bytes ?? Number.NaN
  }
  const axes = [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1]
  ] as const

  it('every further link takes as much: belts', async () => {
    const make = (links: number) => beltChain({ links, length: 0.01 })
    const [short, middle, long] = [
      await bytesOf(make(60)),
      await bytesOf(make(120)),
      await bytesOf(make(240))
    ]
    // Addresses of later links take a byte more, here and there.
    expect((long - middle) / (middle - short)).toBeGreaterThan(1.9)
    expect((long - middle) / (middle - short)).toBeLessThan(2.1)
  })

  it.each([
    ['one axis', (links: number) => chain({ links, length: 0.01 })],
    ['three axes', (links: number) => chain({ links, length: 0.01, axes })],
    [
      'axes of any direction',
      (links: number) =>
        chain({
          links,
          length: 0.01,
          axes: [
            [0.3, -0.2, 1],
            [1, 0.5, 0.2],
            [0.1, 1, -0.7]
          ]
        })
    ]
  ])('loops of a long chain are no longer than those of a longer one: %s', async (_, make) => {
    const [long, longer] = [await bytesOf(make(1000)), await bytesOf(make(4000))]
    expect(longer).toBeLessThan(1.05 * long) // addresses take a byte more, and the last links differ
    expect(longer).toBeLessThan(40_000) // forward and inverse dynamics, and a step
  })
})

describe.each(['rk4', 'semi-implicit-euler'] as const)('whole steps of %s', (integrator) => {
  it.each(Object.entries(sources))('%s', async (_, make) => {
    using general = linkwork.simulate(make(), {
      solver: { method: 'articulated-body', integrator }
    })
    using compiled = await linkwork.simulate(make(), {
      compile: true,
      solver: { method: 'articulated-body', integrator }
    })
    expect(compiled.compiled?.covers).toContain('step')
    moveAlike(general, compiled)
  })
})

describe.each(['second-order', 'fourth-order', 'adaptive'] as const)(
  'whole steps of discrete mechanics, %s',
  (integrator) => {
    const options = { solver: { method: 'variational', integrator } } as const

    it.each([1, 5, 20])('a chain of %i', async (links) => {
      const source = chain({ links })
      using general = linkwork.simulate(source, options)
      using compiled = await linkwork.simulate(source, { ...options, compile: true })
      expect(compiled.compiled?.reason).toBeUndefined()
      expect(compiled.compiled?.covers).toContain('step')
      moveAlike(general, compiled)
      compiled.solver = { method: 'articulated-body' }
      expect(compiled.compiled?.isCompiled).toBe(true)
    })

    it('and why there are none of a mechanism with gears', async () => {
      using compiled = await linkwork.simulate(gearedLeg(), { ...options, compile: true })
      expect(compiled.compiled?.isCompiled).toBe(false)
      expect(compiled.compiled?.reason).toMatch(/revolute joints and floating bodies/)
      compiled.step()
    })
  }
)

it('the mass matrix is that of the recursion', async () => {
  for (const source of [chain({ links: 4 }), gearedArm(), miniCheetah()]) {
    using general = linkwork.simulate(source)
    using compiled = await linkwork.simulate(source, { compile: true })
    const expected = general.dynamics.massMatrix()
    const found = compiled.dynamics.massMatrix()
    expect(found.coordinates).toEqual(expected.coordinates)
    expect(difference(found.matrix, expected.matrix)).toBeLessThan(1e-13)
    expect(compiled.compiled?.covers).toContain('massMatrix')
  }
  using boxes = await linkwork.simulate(boxStack(), { compile: true }) // none is the child of another: nothing is to be saved
  expect(boxes.compiled?.covers).not.toContain('massMatrix')
})

describe('numbers are set', () => {
  const make = (mass: number) =>
    chain({
      links: 4,
      mass,
      axes: [
        [0, 1, 0],
        [1, 0, 0]
      ]
    })
  const settle = (simulation: Simulation) => {
    simulation.parameters.set('link2.mass', 2.1)
    simulation.parameters.set('joint3.damping', 0.4)
    simulation.step(10)
  }

  it('of the recursion, to the same bits as of a mechanism made with them', () => {
    using changed = linkwork.simulate(make(0.7))
    changed.parameters.set('link2.mass', 2.1)
    expect(changed.parameters.get('link2.mass')).toBe(2.1)
    using made = linkwork.simulate(changed.mechanism)
    changed.step(10)
    made.step(10)
    expect([...changed.q]).toEqual([...made.q])
  })

  it('of compiled code that keeps them, without compiling again', async () => {
    const mechanism = structuredClone(linkwork.mechanism(make(0.7)))
    for (const joint of mechanism.joints) Object.assign(joint, { damping: 0.2 })
    using compiled = await linkwork.simulate(mechanism, { compile: true, keepParameters: true })
    using general = linkwork.simulate(mechanism)
    const instantiate = vi.spyOn(WebAssembly, 'instantiate')
    settle(compiled)
    settle(general)
    expect(instantiate).not.toHaveBeenCalled()
    expect(compiled.compiled?.isCompiled).toBe(true)
    expect(compiled.compiled?.covers).toContain('step')
    expect(difference(compiled.q, general.q)).toBeLessThan(1e-10)
  })

  it('of code that has them folded in, which is dropped and says so', async () => {
    using compiled = await linkwork.simulate(make(0.7), { compile: true })
    compiled.parameters.set('link2.mass', 2.1)
    expect(compiled.compiled?.isCompiled).toBe(false)
    expect(compiled.compiled?.reason).toMatch(/keepParameters/)
    compiled.step()
  })

  it('and refused where there are none, or they cannot be', () => {
    using simulation = linkwork.simulate(make(0.7))
    expect(() => simulation.parameters.set('link2.mass', -1)).toThrow(MechanismError)
    expect(() => simulation.parameters.set('link2.weight', 1)).toThrow(/mass/)
    expect(() => simulation.parameters.set('link2.mass', Number.NaN)).toThrow(MechanismError)
    expect(() => simulation.parameters.get('nobody.mass')).toThrow(MechanismError)
  })
})

it('says where nothing gains by it', async () => {
  using simulation = await linkwork.simulate(chain({ links: 3 }), {
    compile: true,
    solver: { method: 'variational-maximal' }
  })
  expect(simulation.compiled?.isCompiled).toBe(false)
  expect(simulation.compiled?.reason).toMatch(/'variational-maximal' take no accelerations/)
  simulation.solver = { method: 'articulated-body' }
  expect(simulation.compiled?.isCompiled).toBe(true)
  expect(simulation.compiled?.reason).toBeUndefined()
})

it('long chains and robots move like the others', async () => {
  const axes = [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1]
  ] as const
  for (const source of [
    chain({ links: 40, length: 0.1, axes }),
    chain({ links: 700, length: 0.01, damping: 0.001, axes }),
    miniCheetah()
  ]) {
    using general = linkwork.simulate(source)
    using compiled = await linkwork.simulate(source, { compile: true })
    expect(compiled.compiled?.isCompiled).toBe(true)
    push([general, compiled])
    expect(
      difference(compiled.dynamics.forwardDynamics(), general.dynamics.forwardDynamics())
    ).toBeLessThan(1e-10)
  }
})
