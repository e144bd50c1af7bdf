import { chain, fourBar, gearedArm, load, miniCheetah, telloHumanoid } from 'linkwork'
import { describe, expect, it } from 'vitest'

// Frames, the center of mass and inertial parameters of models: laws that tie the results to each other, for
// states in motion.

const linkwork = await load()
const sources = {
  chain: chain({ links: 4 }),
  fourBar: fourBar(),
  miniCheetah: miniCheetah(),
  tello: telloHumanoid()
}

/** A model, and a state of it in motion. */
function moving(source: Parameters<typeof linkwork.model>[0]) {
  const model = linkwork.model(source)
  using simulation = model.simulate()
  simulation.step(30)
  simulation.setState(simulation.q, simulation.v)
  return { model, state: { q: simulation.q.slice(), v: simulation.v.slice() } }
}

/** The product of a matrix, row after row, with the velocities of its coordinates. */
function along(
  model: ReturnType<typeof linkwork.model>,
  {
    coordinates,
    matrix
  }: { coordinates: readonly (readonly [string, number])[]; matrix: Float64Array },
  velocities: ArrayLike<number>
): number[] {
  const y = coordinates.map(([name, i]) => velocities[model.joint(name).v + i] as number)
  return Array.from({ length: matrix.length / y.length }, (_, row) =>
    y.reduce((sum, each, k) => sum + each * (matrix[row * y.length + k] as number), 0)
  )
}

function expectNear(found: ArrayLike<number>, expected: ArrayLike<number>, digits = 9): void {
  expect(found.length).toBe(expected.length)
  const scale = 1 + Math.max(0, ...Array.from(expected, Math.abs))
  for (let i = 0; i < expected.length; i++)
    expect((found[i] as number) / scale).toBeCloseTo((expected[i] as number) / scale, digits)
}

describe.each(Object.entries(sources))('of %s', (_, source) => {
  const { model, state } = moving(source)
  const last = model.bodies.at(-1) as string
  const frame = {
    body: last,
    frame: { position: [0.1, -0.2, 0.05], rotation: [0.5, 0.5, 0.5, 0.5] }
  } as const

  it('twists are Jacobians times velocities, in both axes', () => {
    for (const each of [last, frame])
      for (const axes of ['world', 'frame'] as const) {
        const twist = model.twist(each, state, axes).slice()
        expectNear(along(model, model.jacobian(each, state, axes), state.v), twist)
      }
    const own = model.twist(last, state, 'frame').slice()
    expectNear(model.twists(state).slice(-6), own)
    expectNear(model.pose(last, state).slice(), model.poses(state).slice(-7))
  })

  it('accelerations are J ÿ + J̇ ẏ', () => {
    const a = model.forwardDynamics(state).slice()
    for (const axes of ['world', 'frame'] as const) {
      const acceleration = model.acceleration(frame, { ...state, a }, axes).slice()
      const first = along(model, model.jacobian(frame, state, axes), a)
      const second = along(model, model.jacobianRate(frame, state, axes), state.v)
      expectNear(
        first.map((each, i) => each + (second[i] as number)),
        acceleration
      )
    }
    expectNear(
      model.accelerations({ ...state, a }).slice(-6),
      model.acceleration(last, { ...state, a }).slice()
    )
  })

  it('a frame is in itself nowhere else, and does not move there', () => {
    expectNear(model.pose(frame, state, frame).slice(0, 3), [0, 0, 0])
    expectNear(model.twist(frame, state, frame).slice(), [0, 0, 0, 0, 0, 0])
    const twist = model.twist(frame, state, 'world').slice()
    expectNear(model.twist(frame, state, { body: 'world' }).slice(), twist)
  })

  it('the center of mass moves by its Jacobian, with the momentum', () => {
    const center = model.centerOfMass(state)
    expectNear(along(model, center, state.v), center.velocity)
    const { momentum, coordinates, matrix } = model.centroidalMomentum(state)
    expectNear(along(model, { coordinates, matrix }, state.v), momentum)
    expectNear(
      center.velocity.map((each) => center.mass * each),
      momentum.slice(3)
    )
  })

  it('forces that hold a pose leave it at rest', () => {
    const { q } = state
    const tau = model.gravityCompensation({ q }).slice()
    expectNear(model.forwardDynamics({ q, tau }), new Float64Array(model.velocitySize), 8)
  })

  it('inverse dynamics is the regressor times the parameters', () => {
    const a = model.forwardDynamics(state).slice()
    const { coordinates, matrix } = model.inertialRegressor({ ...state, a })
    const parameters = model.inertialParameters
    const count = parameters.length
    const torques = coordinates.map((_, row) =>
      parameters.reduce((sum, each, k) => sum + each * (matrix[row * count + k] as number), 0)
    )
    // These have no springs, dampers or friction: free motion needs no forces.
    expect(coordinates).toHaveLength(model.degreesOfFreedom)
    const scale = Math.max(...model.inverseDynamics({ ...state, a: {} }).map(Math.abs))
    for (const torque of torques) expect(Math.abs(torque)).toBeLessThan(1e-9 * (1 + scale))
  })
})

it('sites are frames by name', () => {
  const mechanism = linkwork.mechanism(chain({ links: 2, length: 0.5 }))
  const [, second] = mechanism.bodies
  const sites = [{ name: 'tip', body: second?.name as string, frame: { position: [0, 0, -0.5] } }]
  const model = linkwork.model({ ...mechanism, sites })
  expect(model.mechanism.sites).toEqual(sites)
  expectNear(model.pose('tip', { q: [0, 0] }).slice(0, 3), [0, 0, -1])
  expect(() => model.pose('tp')).toThrow(/no body is named "tp"/)
  expect(() => linkwork.model({ ...mechanism, sites: [{ name: 'tip', body: 'x' }] })).toThrow(
    /sites\[0\]\.body: no body is named "x"/
  )
})

describe('driven joints', () => {
  it('of a four-bar are the crank on request', () => {
    const { model, state } = moving(fourBar())
    const actuated = ['crank']
    const a = model.forwardDynamics(state).slice()
    const crank = model.joint('crank').v
    const still = { ...state, a: { crank: [0] } }
    const tau = model.inverseDynamics(still, { actuated }).slice()
    for (const [i, each] of tau.entries()) if (i !== crank) expect(each).toBe(0)
    // τ_crank with v̇ of the crank 0 is H_A times the acceleration that it prevents.
    const { coordinates, matrix } = model.massMatrix(state, { actuated })
    expect(coordinates).toEqual([['crank', 0]])
    const expected = -(matrix[0] as number) * (a[crank] as number)
    expect(tau[crank]).toBeCloseTo(expected, 9)
    expect(() => model.massMatrix(state, { actuated: ['crank', 'rocker'] })).toThrow()
    expect(() => model.massMatrix(state, { actuated: [] })).toThrow()
  })
})

describe('inverse kinematics', () => {
  it('brings an arm to a point, through its gears', () => {
    const model = linkwork.model(gearedArm({ joints: 4 }))
    const body = model.bodies[model.bodies.length - 2] as string
    const frame = { body, frame: { position: [0.1, 0, 0] } } as const
    const wanted = model.pose(frame, {
      q: model.assemble({ q: { joint1: [0.9], joint3: [-0.4] } }).q
    })
    const position = [wanted[0], wanted[1], wanted[2]] as [number, number, number]
    const found = model.inverseKinematics([{ frame, position }])
    expect(found.isReached).toBe(true)
    expectNear(model.pose(frame, { q: found.q }).slice(0, 3), position, 8)
    const held = model.inverseKinematics([{ frame, position }], undefined, { held: ['joint1'] })
    expect(held.q[model.joint('joint1').q]).toBeCloseTo(
      model.start.q[model.joint('joint1').q] as number,
      9
    )
    const far = model.inverseKinematics([{ frame, position: [9, 0, 0] }])
    expect(far.isReached).toBe(false)
    expect(far.error).toBeGreaterThan(7)
    expect(() => model.inverseKinematics([])).toThrow(/targets: expected 1 to 4096/)
    expect(() => model.inverseKinematics([{ frame, position: [1] as never }])).toThrow(
      /targets\[0\]\.position: expected 3/
    )
  })
})

it('parameters are found again from samples of motion', () => {
  const heavy = linkwork.model(chain({ links: 2, mass: 1.3 }))
  const model = linkwork.model(chain({ links: 2, mass: 1 }))
  const samples = Array.from({ length: 20 }, (_, i) => {
    const q = [Math.sin(i), Math.cos(1.7 * i)]
    const v = [Math.cos(0.3 * i), Math.sin(2.1 * i)]
    const a = [Math.sin(5 * i), Math.cos(3 * i)]
    return { q, v, a, tau: heavy.inverseDynamics({ q, v, a }).slice() }
  })
  const fit = model.fitInertialParameters(samples)
  expect(fit.residual).toBeLessThan(1e-9)
  expect(fit.rank).toBeGreaterThan(2)
  expect(fit.rank).toBeLessThan(20)
  // They predict the forces of the heavier chain, also at other states.
  const motion = { q: [0.3, -1.1], v: [0.5, 2], a: [1, -1] }
  const { matrix } = model.inertialRegressor(motion)
  const torques = [0, 1].map((row) =>
    fit.parameters.reduce((sum, each, k) => sum + each * (matrix[row * 20 + k] as number), 0)
  )
  expectNear(torques, heavy.inverseDynamics(motion).slice(), 7)
})

describe('searches of inverse kinematics', () => {
  const arm = linkwork.mechanism(
    chain({
      links: 4,
      axes: [
        [0, 0, 1],
        [0, 1, 0]
      ]
    })
  )
  const limited = {
    ...arm,
    joints: arm.joints.map((joint) => ({ ...joint, limits: { lower: -0.3, upper: 0.3 } }))
  }
  const tip = { body: 'link4', frame: { position: [0, 0, -0.2] } } as const

  it('takes a rotation alone', () => {
    using model = linkwork.model(arm)
    const rotation = [0.5, 0.5, 0.5, 0.5] as const
    const found = model.inverseKinematics([{ frame: tip, rotation }])
    expect(found.isReached).toBe(true)
    const pose = model.pose(tip, { q: found.q })
    const dot = rotation.reduce((sum, each, i) => sum + each * (pose[3 + i] ?? 0), 0)
    expect(Math.abs(dot)).toBeCloseTo(1, 12)
    expect(() => model.inverseKinematics([{ frame: tip }])).toThrow(
      'targets[0]: expected a position, or a rotation without a positionWeight'
    )
  })

  it('names joints at their limits, and searches from other poses on request', () => {
    using model = linkwork.model(limited)
    const far = [{ frame: tip, position: [-0.2, 0.1, 0.3] }] as const
    const found = model.inverseKinematics(far)
    const atLimits = model.joints.filter(({ q }) => {
      const angle = found.q[q] ?? Number.NaN
      return Math.abs(Math.abs(angle) - 0.3) < 1e-8
    })
    expect(found.jointsAtLimits).toEqual(atLimits.map(({ name }) => name))
    expect(found.jointsAtLimits.length).toBeGreaterThan(0)
    const often = model.inverseKinematics(far, {}, { searches: 20 })
    expect(often.error).toBeLessThanOrEqual(found.error)
    expect(model.inverseKinematics(far, {}, { searches: 20 })).toEqual(often)
    expect(() => model.inverseKinematics(far, {}, { searches: 0 })).toThrow('searches: expected')
  })
})
