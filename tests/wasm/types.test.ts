import {
  chain,
  fourBar,
  type GpuEnsemble,
  type Integrator,
  type JointHandle,
  load,
  type Method,
  type Simulation,
  type SimulationOptions,
  type Solver,
  type StepMap
} from 'linkwork'
import { type MjcfImport, mechanismFromMjcf } from 'linkwork/mjcf'
import type { WorkerLinkwork, WorkerSimulation } from 'linkwork/worker'
import { expect, expectTypeOf, it } from 'vitest'

// The suite `types` checks what is expected of types, `unit` that what type-checks runs.

const linkwork = await load()

it('solvers have the integrators of their method', () => {
  const allowed: Solver[] = [
    { method: 'articulated-body', integrator: 'rosenbrock' },
    { method: 'variational-maximal', integrator: 'adaptive' },
    { method: 'multipliers' }
  ]
  for (const solver of allowed) linkwork.simulate(fourBar(), { solver }).dispose()
  // @ts-expect-error: an integrator of other methods
  const refused: Solver = { method: 'variational', integrator: 'rk4' }
  expect(() => linkwork.simulate(fourBar(), { solver: refused })).toThrow('rk4')
  // @ts-expect-error: no method
  void ({ integrator: 'rk4' } satisfies Solver)
  // @ts-expect-error: an option that has moved
  linkwork.simulate(fourBar(), { method: 'variational' }).dispose()
  expectTypeOf<Solver['method']>().toEqualTypeOf<Method>()
  expectTypeOf<NonNullable<Solver['integrator']>>().toEqualTypeOf<Integrator>()
  using simulation = linkwork.simulate(fourBar())
  expectTypeOf(simulation.solver).toExtend<Solver>()
  expectTypeOf(simulation.solver.integrator).toEqualTypeOf<Integrator>()
  if (simulation.solver.method === 'variational')
    expectTypeOf(simulation.solver.integrator).toEqualTypeOf<
      'second-order' | 'fourth-order' | 'adaptive'
    >()
})

it('simulate returns a simulation, or a promise of a compiled one', async () => {
  using simulation = linkwork.simulate(chain())
  expectTypeOf(simulation).toEqualTypeOf<Simulation>()
  const compiling = linkwork.simulate(chain(), { compile: true, keepParameters: true })
  expectTypeOf(compiling).toEqualTypeOf<Promise<Simulation>>()
  const compiled = await compiling
  expect(compiled.compiled).toBeDefined()
  compiled.dispose()
  // @ts-expect-error: of compiled simulations
  void ({ keepParameters: true } satisfies SimulationOptions)
})

it('motors have a velocity, or a position with stiffness', () => {
  using simulation = linkwork.simulate(chain())
  const joint = simulation.joint(0)
  expectTypeOf(joint).toEqualTypeOf<JointHandle>()
  joint.motor({ velocity: 1, maxForce: 2 })
  joint.motor({ position: 1, stiffness: 2, damping: 3 })
  joint.motor(null)
  // @ts-expect-error: no stiffness
  expect(() => joint.motor({ position: 1 })).toThrow('stiffness')
  // @ts-expect-error: no velocity
  expect(() => joint.motor({ maxForce: 1 })).toThrow('velocity')
})

it('in workers there are promises, and copies', () => {
  type Remote = Awaited<ReturnType<WorkerLinkwork['simulate']>>
  expectTypeOf<Remote>().toEqualTypeOf<WorkerSimulation>()
  expectTypeOf<WorkerSimulation['q']>().toEqualTypeOf<Promise<Float64Array>>()
  expectTypeOf<WorkerSimulation['contacts']['error']>().toEqualTypeOf<Promise<number>>()
  expectTypeOf<ReturnType<WorkerSimulation['step']>>().toEqualTypeOf<Promise<void>>()
  expectTypeOf<WorkerSimulation['energy']['kinetic']>().toEqualTypeOf<Promise<number>>()
  expectTypeOf<WorkerSimulation['dynamics']['stepMap']>().returns.toEqualTypeOf<Promise<StepMap>>()
  expectTypeOf<WorkerSimulation['parameters']['set']>().returns.toEqualTypeOf<Promise<void>>()
  expectTypeOf<WorkerSimulation['actuators']['forces']>().toEqualTypeOf<Promise<Float64Array>>()
})

it('readers take the library, or documents without loops alone; ensembles on a GPU are awaited', () => {
  const body = (name: string) =>
    `<body name="b${name}"><joint name="${name}"/><geom size="1"/></body>`
  const documentOf = (rest: string) =>
    `<mujoco><worldbody>${body('j')}${body('k')}</worldbody>${rest}</mujoco>`
  const tied = documentOf('<equality><joint joint1="j" joint2="k"/></equality>')
  expectTypeOf(mechanismFromMjcf(linkwork, tied)).toEqualTypeOf<MjcfImport>()
  const open = mechanismFromMjcf(documentOf(''))
  expectTypeOf(open).toEqualTypeOf<MjcfImport>()
  expect(open.mechanism.joints).toHaveLength(2)
  expect(() => mechanismFromMjcf(tied)).toThrow('linkwork: expected the library')
  // @ts-expect-error: a number
  expect(() => mechanismFromMjcf(3)).toThrow('linkwork: expected the library')
  const onGpu = () => linkwork.ensemble(chain(), { count: 2, backend: 'gpu' })
  expectTypeOf(onGpu).returns.toEqualTypeOf<Promise<GpuEnsemble>>()
})

it('a simulation understands the options of version 0.3', () => {
  const former = { method: 'multipliers', integrator: 'rk4' }
  using simulation = linkwork.simulate(chain(), former as object)
  expect(simulation.solver).toMatchObject(former)
  const both = { ...former, solver: former } as object
  expect(() => linkwork.simulate(chain(), both)).toThrow('expected solver: { method, integrator }')
})
