import { readFileSync } from 'node:fs'
import {
  chain,
  fourBar,
  type Linkwork,
  LoadError,
  load,
  MechanismError,
  positionSize,
  type Simulation,
  SimulationError,
  velocitySize
} from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { mechanismFromSdf } from 'linkwork/sdf'
import { ForceArrows, fitCamera, MechanismView } from 'linkwork/three'
import { mechanismFromUrdf, mechanismToUrdf } from 'linkwork/urdf'
import { InstancedMesh, Matrix4, Object3D, PerspectiveCamera } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { hostileValues } from '../fuzz/values.mjs'

const linkwork = await load()
const ours = [MechanismError, SimulationError, LoadError]
const urdf = '<robot name="r"><link name="world"/></robot>'
const mjcf = '<mujoco><include file="a.xml"/><worldbody><body/></worldbody></mujoco>'

const model = linkwork.model(fourBar())
const origin3 = [0, 0, 0] as const

/** A call with one argument left open; all others are right. */
type Call = (value: never, simulation: Simulation) => unknown

const ofLibrary: Record<string, Call> = {
  mechanism: (source) => linkwork.mechanism(source),
  validate: (source) => linkwork.validate(source),
  info: (source) => linkwork.info(source),
  'info.state': (state) => linkwork.info(chain(), state),
  kinematics: (state) => linkwork.kinematics(chain(), state),
  energy: (state) => linkwork.energy(chain(), state),
  'energy.state.q': (q) => linkwork.energy(chain(), { q }),
  massMatrix: (source) => linkwork.massMatrix(source),
  coriolisMatrix: (source) => linkwork.coriolisMatrix(source),
  check: (source) => linkwork.check(source),
  inverseDynamics: (state) => linkwork.inverseDynamics(chain(), state),
  forwardDynamics: (options) => linkwork.forwardDynamics(chain(), undefined, options),
  'forwardDynamics.method': (method) => linkwork.forwardDynamics(chain(), {}, { method }),
  assemble: (options) => linkwork.assemble(fourBar(), options),
  'assemble.set': (set) => linkwork.assemble(fourBar(), { set }),
  'assemble.velocities': (velocities) => linkwork.assemble(fourBar(), { velocities }),
  model: (source) => linkwork.model(source).dispose(),
  'model.options': (options) => linkwork.model(chain(), options).dispose(),
  'model.state': (state) => linkwork.model(chain(), { state }).dispose(),
  'model.assemble': (wanted) => model.assemble(wanted),
  'model.assemble.q': (q) => model.assemble({ q }),
  'model.joint': (joint) => model.joint(joint),
  'model.body': (body) => model.body(body),
  'model.named': (state) => model.named(state),
  'model.simulate': (options) => model.simulate(options).dispose(),
  'model.forwardDynamics': (state) => model.forwardDynamics(state),
  'model.forwardDynamics.q': (q) => model.forwardDynamics({ q }),
  'model.forwardDynamics.tau': (tau) => model.forwardDynamics({ tau }),
  'model.forwardDynamics.tau.crank': (crank) => model.forwardDynamics({ tau: { crank } }),
  'model.forwardDynamics.wrenches': (wrenches) => model.forwardDynamics({ wrenches }),
  'model.inverseDynamics.a': (a) => model.inverseDynamics({ a }),
  'model.pose': (frame) => model.pose(frame),
  'model.pose.body': (body) => model.pose({ body }),
  'model.pose.frame': (frame) => model.pose({ body: 'crank', frame }),
  'model.pose.rotation': (rotation) => model.pose({ body: 'crank', frame: { rotation } }),
  'model.twist.reference': (reference) => model.twist('crank', {}, reference),
  'model.jacobian.axes': (axes) => model.jacobian('crank', {}, axes),
  'model.jacobianRate.state': (state) => model.jacobianRate('crank', state),
  'model.acceleration': (motion) => model.acceleration('crank', motion),
  'model.accelerations.a': (a) => model.accelerations({ a }),
  'model.centerOfMass': (state) => model.centerOfMass(state),
  'model.centroidalMomentum': (state) => model.centroidalMomentum(state),
  'model.operationalSpaceInertia': (frames) => model.operationalSpaceInertia(frames),
  'model.recursion.tau': (tau) => model.recursion({ tau }),
  'model.recursion.wrenches': (wrenches) => model.recursion({ wrenches }),
  'model.gravityCompensation': (actuation) => model.gravityCompensation({}, actuation),
  'model.massMatrix.actuated': (actuated) => model.massMatrix({}, { actuated }),
  'model.inverseKinematics': (targets) => model.inverseKinematics(targets),
  'model.inverseKinematics.target': (target) => model.inverseKinematics([target]),
  'model.inverseKinematics.position': (position) =>
    model.inverseKinematics([{ frame: 'rocker', position }]),
  'model.inverseKinematics.rotation': (rotation) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3, rotation }]),
  'model.inverseKinematics.weight': (positionWeight) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3, positionWeight }]),
  'model.inverseKinematics.options': (options) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, options),
  'model.inverseKinematics.held': (held) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, { held }),
  'model.inverseKinematics.tolerance': (tolerance) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, { tolerance }),
  'model.inverseKinematics.iterations': (iterations) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, { iterations }),
  'model.inertialRegressor': (motion) => model.inertialRegressor(motion),
  'model.fitInertialParameters': (samples) => model.fitInertialParameters(samples),
  'model.fitInertialParameters.sample': (sample) => model.fitInertialParameters([sample]),
  'model.fitInertialParameters.q': (q) => model.fitInertialParameters([{ q }]),
  'model.fitInertialParameters.options': (options) => model.fitInertialParameters([], options),
  'model.massMatrix': (state) => model.massMatrix(state),
  'model.poses.v': (v) => model.poses({ v }),
  'model.energy': (state) => model.energy(state),
  simulate: (source) => linkwork.simulate(source).dispose(),
  'simulate.assemble': (assemble) => linkwork.simulate(fourBar(), { assemble }).dispose(),
  'simulate.options': (options) => linkwork.simulate(chain(), options).dispose(),
  'simulate.method': (method) => linkwork.simulate(chain(), { method }).dispose(),
  'simulate.integrator': (integrator) => linkwork.simulate(chain(), { integrator }).dispose(),
  'simulate.step': (step) => linkwork.simulate(chain(), { step }).dispose(),
  'simulate.variational': (variational) => linkwork.simulate(chain(), { variational }).dispose(),
  'simulate.contact': (contact) => linkwork.simulate(chain(), { contact }).dispose(),
  'simulate.contact.allow': (allow) => linkwork.simulate(chain(), { contact: { allow } }).dispose(),
  'simulate.state': (state) => linkwork.simulate(chain(), { state }).dispose(),
  catalogue: (options) => linkwork.info(chain(options)),
  'catalogue.name': (catalogue) => linkwork.info({ catalogue }),
  'catalogue.links': (links) => linkwork.info(chain({ links })),
  'catalogue.joint': (joint) => linkwork.info(chain({ joint })),
  mechanismFromUrdf: (text) => mechanismFromUrdf(text),
  'mechanismFromUrdf.options': (options) => mechanismFromUrdf(urdf, options),
  'mechanismFromUrdf.base': (base) => mechanismFromUrdf(urdf, { base }),
  'mechanismFromUrdf.collisions': (collisions) => mechanismFromUrdf(urdf, { collisions }),
  'mechanismFromUrdf.ground': (ground) => mechanismFromUrdf(urdf, { ground }),
  mechanismToUrdf: (source) => mechanismToUrdf(source),
  'mechanismToUrdf.options': (options) => mechanismToUrdf(chain(), options),
  'mechanismToUrdf.limits': (limits) => mechanismToUrdf(chain(), { limits }),
  mechanismFromMjcf: (text) => mechanismFromMjcf(text),
  'mechanismFromMjcf.options': (options) => mechanismFromMjcf(mjcf, options),
  'mechanismFromMjcf.include': (include) => mechanismFromMjcf(mjcf, { include }),
  'mechanismFromMjcf.keyframe': (keyframe) => mechanismFromMjcf(mjcf, { keyframe }),
  mechanismToMjcf: (source) => mechanismToMjcf(source),
  mechanismFromSdf: (text) => mechanismFromSdf(text),
  'mechanismFromSdf.options': (options) => mechanismFromSdf('<sdf/>', options),
  positionSize: (joint) => positionSize(joint),
  velocitySize: (joint) => velocitySize(joint),
  MechanismView: (source) => new MechanismView(source),
  'MechanismView.options': (options) => new MechanismView(linkwork.mechanism(chain()), options),
  'MechanismView.up': (up) => new MechanismView(linkwork.mechanism(chain()), { up })
}

const origin = [0, 0, 0]
const ofSimulation: Record<string, Call> = {
  step: (count, simulation) => simulation.step(count),
  advance: (seconds, simulation) => simulation.advance(seconds),
  stepSize: (seconds, simulation) => {
    simulation.stepSize = seconds
  },
  method: (name, simulation) => {
    simulation.method = name
  },
  integrator: (name, simulation) => {
    simulation.integrator = name
  },
  'setTorque.joint': (joint, simulation) => simulation.setTorque(joint, 0),
  'setTorque.values': (values, simulation) => simulation.setTorque(0, values),
  setTorques: (values, simulation) => simulation.setTorques(values),
  setWrenches: (values, simulation) => simulation.setWrenches(values),
  'setState.state': (state, simulation) => simulation.setState(state),
  assembleHere: (wanted, simulation) => simulation.assemble(wanted),
  'rollout.controls': (controls, simulation) => simulation.rollout(controls, 1),
  'rollout.intervals': (intervals, simulation) => simulation.rollout([0, 0], intervals),
  'rollout.options': (options, simulation) => simulation.rollout([0, 0], 1, options),
  'setWrench.body': (body, simulation) => simulation.setWrench(body, [...origin, ...origin]),
  'setWrench.wrench': (wrench, simulation) => simulation.setWrench(0, wrench),
  'applyPointForce.body': (body, simulation) => simulation.applyPointForce(body, origin, origin),
  'applyPointForce.point': (point, simulation) => simulation.applyPointForce(0, point, origin),
  'applyPointForce.force': (force, simulation) => simulation.applyPointForce(0, origin, force),
  'pull.body': (body, simulation) => simulation.pull(body, origin, origin),
  'pull.point': (point, simulation) => simulation.pull(0, point, origin),
  'pull.target': (target, simulation) => simulation.pull(0, origin, target),
  'pull.options': (options, simulation) => simulation.pull(0, origin, origin, options),
  'pull.stiffness': (stiffness, simulation) => simulation.pull(0, origin, origin, { stiffness }),
  track: (tracking, simulation) => simulation.track(tracking),
  'track.joints': (joints, simulation) => simulation.track({ joints }),
  'setState.q': (q, simulation) => simulation.setState(q, simulation.v),
  'setState.v': (v, simulation) => simulation.setState(simulation.q, v),
  snapshot: (into, simulation) => simulation.snapshot(into),
  restore: (snapshot, simulation) => simulation.restore(snapshot),
  inverseDynamics: (a, simulation) => simulation.inverseDynamics(a),
  inverseDynamicsDerivatives: (a, simulation) => simulation.inverseDynamicsDerivatives(a),
  reactions: (axes, simulation) => simulation.reactions(axes),
  'MechanismView.update': (poses, simulation) => new MechanismView(simulation).update(poses),
  pick: (raycaster, simulation) => new MechanismView(simulation).pick(raycaster),
  body: (body, simulation) => new MechanismView(simulation).body(body),
  fitCamera: (camera, simulation) => fitCamera(camera, new MechanismView(simulation)),
  'fitCamera.margin': (margin, simulation) =>
    fitCamera(new PerspectiveCamera(), new MechanismView(simulation), margin),
  'ForceArrows.options': (options, simulation) => new ForceArrows(simulation, options),
  'ForceArrows.show': (show, simulation) => new ForceArrows(simulation, { show }),
  addToBody: (body, simulation) => new MechanismView(simulation).addToBody(body, new Object3D()),
  'addToBody.object': (object, simulation) => new MechanismView(simulation).addToBody(0, object),
  addInstances: (bodies, simulation) =>
    new MechanismView(simulation).addInstances(new InstancedMesh(undefined, undefined, 1), bodies, [
      new Matrix4()
    ]),
  addRods: (rods, simulation) =>
    new MechanismView(simulation).addRods(
      rods,
      new InstancedMesh(undefined, undefined, 1).geometry,
      new InstancedMesh(undefined, undefined, 1).material as never
    )
}

function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
}

/** Nothing thrown, or an error of ours that says something. */
function expectOurs(error: unknown): void {
  if (error === undefined) return
  expect(ours.map((type) => type.name)).toContain((error as Error).constructor?.name)
  expect((error as Error).message.length).toBeGreaterThan(10)
}

describe('whatever is given, the answer is an error of ours, to', () => {
  it.each(Object.entries(ofLibrary))('%s', (_, call) => {
    for (const make of hostileValues) {
      expectOurs(thrownBy(() => call(make() as never, undefined as never)))
    }
    expect(linkwork.info(chain()).degreesOfFreedom).toBe(5)
  })

  it.each(Object.entries(ofSimulation))('%s, and the simulation stays as it was', (_, call) => {
    for (const make of hostileValues) {
      using simulation = linkwork.simulate(chain({ links: 3 }), { step: 1 / 64 })
      simulation.step(2)
      const numbers = () => [simulation.time, simulation.stepSize, ...simulation.q, ...simulation.v]
      const before = numbers()
      const error = thrownBy(() => call(make() as never, simulation))
      expectOurs(error)
      if (error === undefined) continue
      expect(numbers()).toEqual(before)
      simulation.step()
      expect(simulation.q.every(Number.isFinite)).toBe(true)
    }
  })
})

describe('an error says what was found and expected:', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  const mechanism = linkwork.mechanism(chain({ links: 1 }))
  const simulation = linkwork.simulate(mechanism)
  let twice: unknown = 1
  for (let i = 0; i < 40; i++) twice = [twice, twice]
  const misspelt = { stepSize: 0.01 } as object
  const cases: [string, () => unknown, RegExp][] = [
    ['circles', () => linkwork.info(circle as never), /self: expected at most 64 levels/],
    ['what grows', () => linkwork.info(twice as never), /expected at most 4194304 values/],
    [
      'BigInts',
      () => linkwork.energy(mechanism, { q: { joint1: 1n } } as never),
      /state\.q\.joint1: .*BigInt/
    ],
    [
      'Maps',
      () => linkwork.energy(mechanism, new Map() as never),
      /state: expected an object, found the object Map/
    ],
    [
      'options',
      () => linkwork.simulate(mechanism, misspelt),
      /no option is named "stepSize".*step/
    ],
    ['half characters', () => simulation.setTorque('\ud800', 1), /joint: .*surrogate/],
    [
      'indices',
      () => simulation.setTorque(null as never, 1),
      /joint: expected a name or an index, found null/
    ],
    ['lengths', () => simulation.setState([0, 0], [0]), /q: expected 1 numbers, found 2/],
    [
      'elements',
      () => simulation.setState(['0'] as never, [0]),
      /q\[0\]: expected a finite number, found "0"/
    ],
    [
      'long times',
      () => simulation.advance(1e300),
      /seconds: found 1e\+?300, which is .* expected fewer than 2³¹/
    ],
    [
      'types of joints',
      () => velocitySize({ type: 'revolut' as never }),
      /"revolut"; did you mean "revolute"/
    ],
    ['empty states', () => linkwork.energy(mechanism, ''), /state: expected JSON/]
  ]
  it.each(cases)('%s', (_, call, message) => {
    expect(call).toThrow(MechanismError)
    expect(call).toThrow(message)
  })

  it('what a getter threw is the cause', () => {
    const cause = new Error('mine')
    const source = {
      get bodies() {
        throw cause
      }
    }
    const error = thrownBy(() => linkwork.info(source as never)) as MechanismError
    expect(error).toBeInstanceOf(MechanismError)
    expect(error.message).toBe('mechanism: cannot be read: mine')
    expect(error.cause).toBe(cause)
  })
})

it('typed arrays are arrays of numbers', () => {
  const state = { q: { joint1: Float64Array.of(0.3) } } as never
  expect(linkwork.energy(chain(), state)).toEqual(
    linkwork.energy(chain(), { q: { joint1: [0.3] } })
  )
})

it('every member of a disposed simulation says so, whatever else is wrong', () => {
  const simulation = linkwork.simulate(chain())
  simulation.dispose()
  const members = Object.entries(
    Object.getOwnPropertyDescriptors(Object.getPrototypeOf(simulation) as Simulation)
  )
  for (const [name, { get, set, value }] of members) {
    if (['constructor', 'dispose'].includes(name)) continue
    for (const use of [get, set, value as () => void]) {
      const error = use && thrownBy(() => use.call(simulation, undefined))
      if (use)
        expect([name, String(error)]).toEqual([name, expect.stringMatching(/^Sim.*disposed/)])
    }
  }
})

describe('load', () => {
  /** A module that has loaded nothing yet. */
  const fresh = async (): Promise<{ load: (options?: unknown) => Promise<Linkwork> }> => {
    const path = new URL('../../wasm_bindings/dist/load.js', import.meta.url)
    return import(`${path}?${Math.random()}`)
  }
  it.each([5, null, { wasm: 5 }, { wasm: null }, { wasm: {} }, { onProgress: 1 }, { adress: '' }])(
    'refuses %j',
    async (options) => {
      const { load: loadAgain } = await fresh()
      await expect(loadAgain(options)).rejects.toBeInstanceOf(MechanismError)
      expect((await loadAgain()).version).toBe(linkwork.version)
    }
  )

  it.each([
    { wasm: new Uint8Array(3) },
    { wasm: new TextEncoder().encode('\0asm and nonsense') },
    { wasm: '/nowhere/linkwork.wasm' }
  ])('tells what is wrong with %j', async (options) => {
    const { load: loadAgain } = await fresh()
    await expect(loadAgain(options)).rejects.toBeInstanceOf(LoadError)
    expect((await loadAgain()).version).toBe(linkwork.version)
  })

  const file = readFileSync(new URL('../../wasm_bindings/dist/linkwork.wasm', import.meta.url))

  it.each([
    [{ 'content-length': String(file.length) }, file.length],
    // The length of what is compressed says nothing of what comes out.
    [{ 'content-length': '7', 'content-encoding': 'gzip' }, 0]
  ])('reads a response with %j, and tells how far it is', async (headers, total) => {
    const { load: loadAgain } = await fresh()
    const told: number[][] = []
    const onProgress = (...numbers: number[]) => told.push(numbers)
    const { version } = await loadAgain({ wasm: new Response(file, { headers }), onProgress })
    expect(version).toBe(linkwork.version)
    expect(told.at(-1)).toEqual([file.length, total])
  })

  it('compiles a response of its type while it arrives, and takes what is compiled', async () => {
    const told: number[] = []
    const headers = { 'content-type': 'application/wasm', 'content-length': String(file.length) }
    const streaming = vi.spyOn(WebAssembly, 'compileStreaming')
    const first = await fresh()
    const onProgress = (arrived: number) => told.push(arrived)
    await first.load({ wasm: new Response(file, { headers }), onProgress })
    expect(streaming).toHaveBeenCalledOnce()
    expect(told.at(-1)).toBe(file.length)
    streaming.mockRestore()
    const compile = vi.spyOn(WebAssembly, 'compile')
    const second = await fresh()
    const wasm = await WebAssembly.compile(file)
    expect((await second.load({ wasm })).version).toBe(linkwork.version)
    expect(compile).toHaveBeenCalledOnce() // by us
    compile.mockRestore()
    const empty = await WebAssembly.compile(file.subarray(0, 8))
    await expect((await fresh()).load({ wasm: empty })).rejects.toBeInstanceOf(LoadError)
  })

  it('tells what a server answers instead', async () => {
    const { load: loadAgain } = await fresh()
    const wasm = new Response('', { status: 404, statusText: 'Not Found' })
    await expect(loadAgain({ wasm })).rejects.toThrow(/^linkwork.wasm: .*404 Not Found; give load/)
    const page = new Response('<html>')
    await expect(loadAgain({ wasm: page })).rejects.toThrow(/begin with "<htm"; give load/)
    await expect(loadAgain({ wasm: '/none.wasm' })).rejects.toThrow(
      /ENOENT.*; give load\(\{ wasm \}\)/
    )
  })

  it('tells a policy that forbids WebAssembly from a file that is damaged', async () => {
    const { load: loadAgain } = await fresh()
    const compile = vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new Error('refused'))
    await expect(loadAgain()).rejects.toThrow(/content security policy .*\(refused\)$/)
    compile.mockRestore()
    const damaged = file.subarray(0, file.length / 2)
    await expect(loadAgain({ wasm: damaged })).rejects.toThrow(/the file is damaged, or/)
  })
})
