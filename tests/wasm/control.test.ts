import { cartPendulum, defineMechanism, fourBar, gearedArm, load, type Model } from 'linkwork'
import { ilqr, linearize, lqr } from 'linkwork/control'
import { describe, expect, it } from 'vitest'
import { StateCoordinates } from '../../wasm_bindings/src/control/state-coordinates.js'

const linkwork = await load()

/** A model for one test. */
function use<Result>(source: Parameters<typeof linkwork.model>[0], test: (model: Model) => Result) {
  using model = linkwork.model(source)
  return test(model)
}

/** The state after some steps under a regulator: x. */
function settled(
  model: Model,
  regulator: ReturnType<typeof lqr>,
  start: { q: ArrayLike<number>; v: ArrayLike<number> },
  seconds: number
) {
  using simulation = model.simulate({ step: 1e-3 })
  simulation.setState(start.q, start.v)
  for (let time = 0; time < seconds; time += 0.01) {
    regulator.apply(simulation)
    simulation.step(10)
  }
  return regulator.deviation(simulation)
}

describe('linearize', () => {
  it('has the steps of a simulation, one and several, near a state', () => {
    using simulation = linkwork.simulate(cartPendulum(), { step: 1e-2 })
    const start = [0.1, 2.5, 0.3, -0.4]
    const moved = (x: readonly number[], u: number) => {
      simulation.setState(x.slice(0, 2), x.slice(2))
      simulation.forces.setTorque('rail', u)
      simulation.step(3)
      return [...simulation.q, ...simulation.v]
    }
    simulation.setState(start.slice(0, 2), start.slice(2))
    simulation.forces.setTorque('rail', 2)
    const before = simulation.q.slice()
    expect(linearize(simulation, ['rail']).coordinates).toEqual([
      ['rail', 0],
      ['pivot', 0]
    ])
    const { A, B } = linearize(simulation, ['rail'], 3)
    expect(simulation.q).toEqual(before)
    const h = 1e-5
    for (let j = 0; j <= 4; j++) {
      const shifted = (sign: number) =>
        moved(
          start.map((each, i) => each + (i === j ? sign * h : 0)),
          2 + (j === 4 ? sign * h : 0)
        )
      const [more, less] = [shifted(1), shifted(-1)]
      for (let i = 0; i < 4; i++) {
        const slope = ((more[i] ?? 0) - (less[i] ?? 0)) / (2 * h)
        // Differences of order 2: h² of the third derivative, and 1e-15 / h of rounding.
        expect((j === 4 ? B[i]?.[0] : A[i]?.[j]) ?? NaN).toBeCloseTo(slope, 8)
      }
    }
  })

  it('names a motor that is none', () => {
    using simulation = linkwork.simulate(cartPendulum())
    expect(() => linearize(simulation, ['rial'])).toThrow('motors[0]: expected the name of a joint')
    expect(() => linearize(simulation, [])).toThrow('motors: expected an array of joint names')
    expect(() => linearize(simulation, ['rail'], 0)).toThrow(
      'steps: expected a whole number from 1'
    )
  })
})

describe('deviations of states', () => {
  it('are those of the maps of steps, for free, ball and other joints', () => {
    using simulation = linkwork.simulate(
      defineMechanism({
        linkwork: 1,
        name: 'swarm',
        bodies: ['body', 'arm', 'wheel'].map((name) => ({
          name,
          mass: 1,
          inertia: [0.1, 0.2, 0.3, 0, 0, 0]
        })),
        joints: [
          { name: 'base', type: 'free', parent: 'world', child: 'body' },
          { name: 'ball', type: 'spherical', parent: 'body', child: 'arm' },
          { name: 'axle', type: 'cylindrical', parent: 'arm', child: 'wheel', axis: [0, 1, 0] }
        ]
      } as never),
      { step: 1e-2, solver: { method: 'articulated-body', integrator: 'semi-implicit-euler' } }
    )
    const turn = [0.1, -0.5, 0.7, 0.5] // x, y, z, w of length 1
    const q = [1, 2, 3, ...turn, ...[...turn].reverse(), 0.4, 0.5]
    const v = Array.from({ length: simulation.v.length }, (_, i) => Math.sin(3 * i))
    simulation.setState(q, v)
    const { coordinates, state } = simulation.dynamics.stepMap()
    const x = new StateCoordinates(simulation.mechanism, coordinates, 'all')
    expect(coordinates).toHaveLength(11)
    const start = { q: simulation.q.slice(), v: simulation.v.slice() }
    const size = 2 * coordinates.length
    simulation.step()
    const end = { q: simulation.q.slice(), v: simulation.v.slice() }
    // Starts moved by numbers of q and v: quaternions turn, too; both ends measured as deviations.
    for (let j = 0; j < q.length + v.length; j++) {
      const h = 1e-6
      const moved = (sign: number) => {
        const near = [...start.q, ...start.v].map((each, i) => each + (i === j ? sign * h : 0))
        for (const first of [3, 7]) {
          const length = Math.hypot(...near.slice(first, first + 4))
          for (let k = first; k < first + 4; k++) near[k] = (near[k] ?? 0) / length
        }
        const from = { q: near.slice(0, q.length), v: near.slice(q.length) }
        simulation.setState(from.q, from.v)
        simulation.step()
        return { before: x.difference(from, start), after: x.difference(simulation, end) }
      }
      const [more, less] = [moved(1), moved(-1)]
      const slope = (which: 'before' | 'after', i: number) =>
        ((more[which][i] ?? NaN) - (less[which][i] ?? NaN)) / (2 * h)
      for (let i = 0; i < size; i++) {
        let mapped = 0
        for (let k = 0; k < size; k++) mapped += (state[size * i + k] ?? NaN) * slope('before', k)
        // 1e-16 / 1e-6 of rounding, times positions of 3.
        expect(slope('after', i)).toBeCloseTo(mapped, 7)
      }
    }
  })

  it('have slopes, for goals far away', () => {
    const joints = [
      { name: 'base', type: 'free', parent: 'world', child: 'body' },
      { name: 'ball', type: 'spherical', parent: 'body', child: 'arm' }
    ]
    const coordinates = [
      ...[0, 1, 2, 3, 4, 5].map((k) => ['base', k] as const),
      ...[0, 1, 2].map((k) => ['ball', k] as const)
    ]
    const x = new StateCoordinates({ joints } as never, coordinates, 'all')
    const v = new Float64Array(9)
    const goal = { q: [1, 2, 3, 0.1, -0.5, 0.7, 0.5, 0.5, 0.5, -0.5, 0.5], v }
    using simulation = linkwork.simulate(
      defineMechanism({
        linkwork: 1,
        name: 'two',
        gravity: [0, 0, 0],
        bodies: ['body', 'arm'].map((name) => ({ name, mass: 1, inertia: [1, 1, 1] })),
        joints
      } as never)
    )
    const start = [0, 1, -2, 0.7, 0.1, -0.5, 0.5, 0.1, 0.5, -0.5, 0.7]
    const slope = x.slope({ q: start, v }, goal)
    const h = 1e-5
    for (let j = 0; j < 9; j++) {
      const moved = (sign: number) => {
        // A turn or a shift in the axes of the child, by the motion of a step.
        simulation.setState(
          start,
          Float64Array.from({ length: 9 }, (_, i) => Number(i === j))
        )
        simulation.stepSize = h
        simulation.solver = { method: 'articulated-body', integrator: 'rk4' }
        if (sign > 0) simulation.step()
        return { q: simulation.q.slice(), v }
      }
      const [from, to] = [x.difference(moved(0), goal), x.difference(moved(1), goal)]
      for (
        let i = 0;
        i < 9;
        i++ // differences of order 1
      )
        expect(
          Math.abs(((to[i] ?? NaN) - (from[i] ?? NaN)) / h - (slope[i]?.[j] ?? NaN))
        ).toBeLessThan(1e-4)
    }
  })

  it('are unknown of joints with charts', () => {
    const joint = { name: 'ball', type: 'eulerBall', parent: 'world', child: 'body' } as const
    const mechanism = { linkwork: 1, name: 'ball', bodies: [], joints: [joint] } as never
    expect(() => new StateCoordinates(mechanism, [['ball', 0]], 'all')).toThrow(
      'Use a spherical joint'
    )
  })
})

describe('lqr', () => {
  it('balances a pole on a cart, and predicts the cost', () =>
    use(cartPendulum(), (model) => {
      const regulator = lqr(model, { motors: ['rail'], q: { rail: 0, pivot: Math.PI } })
      const off = settled(model, regulator, { q: [0.5, Math.PI - 0.3], v: [0, 0] }, 12)
      for (const each of off) expect(Math.abs(each)).toBeLessThan(1e-2)
      // Σ xᵀx + u² of small motions, by the steps themselves.
      using simulation = model.simulate({ step: 1e-2 })
      simulation.setState([1e-4, Math.PI], [0, 0])
      const predicted = regulator.cost(simulation)
      let cost = 0
      for (let k = 0; k < 5000; k++) {
        regulator.apply(simulation)
        const [u = NaN] = regulator.forces(simulation)
        cost += regulator.deviation(simulation).reduce((total, each) => total + each ** 2, u ** 2)
        simulation.step()
      }
      expect(cost / predicted).toBeCloseTo(1, 6) // the pole is linear to 1e-4²
    }))

  it('counts turns of joints that gears or limits feel', () => {
    const wheels = (limits: object) =>
      defineMechanism({
        linkwork: 1,
        name: 'wheels',
        bodies: ['one', 'two'].map((name) => ({ name, mass: 1, inertia: [1, 1, 1] })),
        joints: ['one', 'two'].map((name) => ({
          name,
          type: 'revolute',
          parent: 'world',
          child: name,
          axis: [0, 0, 1],
          ...limits
        }))
      } as never)
    const turned = { q: [2 * Math.PI, 0], v: [0, 0] }
    const motors = ['one', 'two']
    use(wheels({}), (model) => {
      const [off = NaN] = lqr(model, { motors }).deviation(turned)
      expect(Math.abs(off)).toBeLessThan(1e-12)
    })
    for (const part of [{ limits: { lower: -9, upper: 9 } }, { stiffness: 1 }])
      use(wheels(part), (model) => {
        expect(lqr(model, { motors }).deviation(turned)[0]).toBeCloseTo(2 * Math.PI, 12)
      })
    const geared = wheels({}) as never as { couplings: object[] }
    const terms = [
      { joint: 'one', coefficient: 1 },
      { joint: 'two', coefficient: -2 }
    ]
    use({ ...geared, couplings: [{ name: 'gear', terms }] } as never, (model) => {
      const regulator = lqr(model, { motors: ['one'] })
      const { q } = model.assemble({ q: { two: Math.PI } })
      const [off = NaN] = regulator.deviation({ q, v: [0, 0] })
      expect(Math.abs(off)).toBeGreaterThan(3)
    })
  })

  it('finds the least forces that hold heavy and light parts, also of two motors on a gear', () => {
    const lift = defineMechanism({
      linkwork: 1,
      name: 'lift',
      bodies: [
        { name: 'car', mass: 1000, inertia: [1, 1, 1] },
        { name: 'finger', mass: 1e-3, inertia: [1e-5, 1e-5, 1e-5], centerOfMass: [0.01, 0, 0] }
      ],
      joints: [
        { name: 'lift', type: 'prismatic', parent: 'world', child: 'car', axis: [0, 0, 1] },
        { name: 'knuckle', type: 'revolute', parent: 'car', child: 'finger', axis: [0, 1, 0] }
      ]
    } as never)
    use(lift, (model) => {
      const { holding } = lqr(model, { motors: ['lift', 'knuckle'] })
      expect(holding[0]).toBeCloseTo(1000.001 * 9.81, 6)
      expect(holding[1]).toBeCloseTo(-1e-3 * 9.81 * 0.01, 12)
    })
    use(gearedArm({ joints: 2 }), (model) => {
      const q = { joint1: 1, joint2: 0.4 }
      const two = lqr(model, { motors: ['joint1', 'rotor1', 'joint2'], q })
      const one = lqr(model, { motors: ['joint1', 'joint2'], q })
      expect(two.holding[2]).toBeCloseTo(one.holding[1] ?? NaN, 9)
      // Both motors of the first gear hold it, the one with the larger effect by more.
      const tau = {
        joint1: two.holding[0] ?? NaN,
        rotor1: two.holding[1] ?? NaN,
        joint2: two.holding[2] ?? NaN
      }
      const { q: pose } = model.assemble({ q })
      const rest = model.forwardDynamics({ q: pose, tau })
      expect(Math.max(...rest.map(Math.abs))).toBeLessThan(1e-8)
      expect(Math.abs(tau.rotor1)).toBeGreaterThan(Math.abs(tau.joint1))
    })
  })

  it('holds against the forces of the state in which the model starts', () => {
    const state = { q: { rail: [0], pivot: [Math.PI] }, tau: { rail: [3] } }
    using model = linkwork.model(cartPendulum(), { state })
    expect(lqr(model, { motors: ['rail'] }).holding[0]).toBeCloseTo(0, 9) // a motor replaces the force
    const pushed = { ...state, wrenches: { cart: [0, 0, 0, 2, 0, 0] } } as never
    using windy = linkwork.model(cartPendulum(), { state: pushed })
    expect(lqr(windy, { motors: ['rail'] }).holding[0]).toBeCloseTo(-2, 9)
  })

  it('takes long periods in steps', () =>
    use(cartPendulum(), (model) => {
      const q = { rail: 0, pivot: Math.PI }
      const regulator = lqr(model, { motors: ['rail'], q, period: 0.3 })
      using simulation = model.simulate({ step: 1e-3 })
      simulation.setState([1e-3, Math.PI], [0, 0])
      const predicted = regulator.cost(simulation)
      let cost = 0
      for (let k = 0; k < 200; k++) {
        regulator.apply(simulation)
        const [u = NaN] = regulator.forces(simulation)
        cost += regulator.deviation(simulation).reduce((total, each) => total + each ** 2, u ** 2)
        simulation.step(300)
      }
      expect(cost / predicted).toBeCloseTo(1, 4)
    }))

  it('counts turns of a free joint as none', () =>
    use(cartPendulum(), (model) => {
      const regulator = lqr(model, { motors: ['rail'], q: { rail: 0, pivot: Math.PI } })
      const [, tilt] = regulator.deviation({ q: [0, -Math.PI + 0.1], v: [0, 0] })
      expect(tilt).toBeCloseTo(0.1, 12)
    }))

  it('holds a geared arm out against gravity, by its rotors', () =>
    use(gearedArm({ joints: 3, startAngle: 0 }), (model) => {
      const motors = ['rotor1', 'rotor2', 'rotor3']
      const q = { joint1: 1, joint2: 0.4, joint3: -0.3 }
      const regulator = lqr(model, { motors, q })
      expect(Math.abs(regulator.holding[0] ?? 0)).toBeGreaterThan(1e-3)
      const start = model.assemble({ q: { joint1: 1.1, joint2: 0.3, joint3: -0.3 } })
      const off = settled(model, regulator, start, 20)
      for (const each of off) expect(Math.abs(each)).toBeLessThan(1e-3)
    }))

  it('holds a loop at a pose, by its crank', () =>
    use(fourBar(), (model) => {
      const regulator = lqr(model, { motors: ['crank'], q: { crank: 1 } })
      const start = model.assemble({ q: { crank: 1.1 } })
      const [angle, rate] = settled(model, regulator, start, 20)
      expect(Math.abs(angle ?? NaN)).toBeLessThan(1e-3)
      expect(Math.abs(rate ?? NaN)).toBeLessThan(1e-3)
    }))

  it('refuses poses that motors cannot hold, and weights that are none', () =>
    use(cartPendulum(), (model) => {
      const upright = { rail: 0, pivot: Math.PI }
      const of = (options: object) => () =>
        lqr(model, { motors: ['rail'], q: upright, ...options } as never)
      expect(of({ q: { rail: 0, pivot: 3 } })).toThrow(
        'expected a pose at which forces of the motors hold'
      )
      expect(of({ Q: 0 })).toThrow('Q[0]: expected a number greater than 0')
      expect(of({ R: [1, 2] })).toThrow('R: expected 1')
      expect(of({ motors: ['rail', 'rail'] })).toThrow('motors[1]: expected each joint once')
      expect(of({ Q: -1 })).toThrow('Q[0]: expected a number greater than 0')
      expect(of({ weights: 1 })).toThrow('no option is named "weights"')
      expect(of({ motors: 'rail' })).toThrow('motors: expected an array')
      expect(of({ period: Number.NaN })).toThrow('period: expected a finite number')
    }))
})

describe('ilqr', () => {
  it('finds the forces of least squares of a mass that has to move', () => {
    // m = 2, n steps: x⁺ = x + h v + h² u / 2m, v⁺ = v + h u / m. Only u counts until the end.
    const slide = defineMechanism({
      linkwork: 1,
      name: 'mass',
      gravity: [0, 0, 0],
      bodies: [{ name: 'mass', mass: 2, inertia: [1, 1, 1, 0, 0, 0] }],
      joints: [
        { name: 'slide', type: 'prismatic', parent: 'world', child: 'mass', axis: [1, 0, 0] }
      ]
    } as never)
    use(slide, (model) => {
      const [n, h, weight, effort] = [20, 0.05, 1e3, 0.1]
      const plan = ilqr(model, {
        motors: ['slide'],
        goal: { q: { slide: 1 } },
        periods: n,
        period: h,
        finalQ: weight,
        R: effort
      })
      // Minimum of ½ e uᵀu + ½ w |D u − (1, 0)|²: u = Dᵀ λ, (e / w + D Dᵀ) λ = (1, 0) w/w.
      const D = [
        Array.from({ length: n }, (_, k) => ((n - k - 0.5) * h * h) / 2),
        Array.from({ length: n }, () => h / 2)
      ] as [number[], number[]]
      const dot = (x: number[], y: number[]) => x.reduce((s, each, i) => s + each * (y[i] ?? 0), 0)
      const [a, b, d] = [
        effort / weight + dot(D[0], D[0]),
        dot(D[0], D[1]),
        effort / weight + dot(D[1], D[1])
      ]
      const lambda = [d / (a * d - b * b), -b / (a * d - b * b)] as const
      for (const [k, [force]] of plan.forces.entries())
        expect(force).toBeCloseTo(lambda[0] * (D[0][k] ?? 0) + lambda[1] * (D[1][k] ?? 0), 9)
      expect(plan.iterations).toBe(1) // it is exact
      expect(plan.isConverged).toBe(true)
    })
  })

  it('brings a geared arm to a pose, and corrects a push on the way', () =>
    use(gearedArm({ joints: 3, startAngle: 0 }), (model) => {
      const goal = { joint1: -2.2, joint2: 0.6, joint3: 0.9 }
      const plan = ilqr(model, {
        motors: ['rotor1', 'rotor2', 'rotor3'],
        goal: { q: goal },
        periods: 100,
        finalQ: [100, 100, 100, 1, 1, 1]
      })
      const off = (isPushed: boolean, hasFeedback: boolean) => {
        using simulation = model.simulate({ step: plan.period })
        for (const [k, forces] of plan.forces.entries()) {
          if (isPushed && k === 20) simulation.forces.applyImpulse('link3', [0, 0, 0], [0.05, 0, 0])
          if (hasFeedback) plan.apply(simulation, k)
          else
            for (const [i, name] of plan.motors.entries())
              simulation.forces.setTorque(name, forces[i] ?? 0)
          simulation.step()
        }
        const joints = Object.entries(goal)
        return Math.max(
          ...joints.map(([name, angle]) => Math.abs(simulation.joint(name).position - angle))
        )
      }
      expect(off(false, true)).toBeLessThan(1e-2)
      expect(off(false, true)).toBeCloseTo(off(false, false), 6)
      expect(off(true, true)).toBeLessThan(0.3 * off(true, false))
      expect(() => plan.forcesAt(100, plan.states[0] as never)).toThrow(
        'period: expected a whole number'
      )
    }))

  it('finds a minimum from attitudes far from the goal', () => {
    // A free body whose slides push it in its own axes: to a point 0.3 m along x of the world.
    const cross = defineMechanism({
      linkwork: 1,
      name: 'cross',
      gravity: [0, 0, 0],
      bodies: ['base', 'x', 'y'].map((name) => ({ name, mass: 1, inertia: [1, 1, 1] })),
      joints: [
        { name: 'base', type: 'free', parent: 'world', child: 'base' },
        { name: 'x', type: 'prismatic', parent: 'base', child: 'x', axis: [1, 0, 0] },
        { name: 'y', type: 'prismatic', parent: 'base', child: 'y', axis: [0, 1, 0] }
      ]
    } as never)
    use(cross, (model) => {
      const costs = [0, 1, Math.PI / 2, 3].map((turn) => {
        const attitude = [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)]
        const plan = ilqr(model, {
          motors: ['x', 'y'],
          goal: { q: { base: [0.3, 0, 0, 0, 0, 0, 1] } },
          periods: 15,
          period: 0.05,
          R: 0.01,
          finalQ: [0, 0, 0, 100, 100, 100, 0, 0, ...Array<number>(8).fill(0)],
          state: { q: { base: [0, 0, 0, ...attitude] } } as never
        })
        expect(plan.isConverged).toBe(true)
        return plan.cost
      })
      // The same motion in turned axes costs the same: both slides push alike.
      for (const cost of costs) expect(cost).toBeCloseTo(costs[0] ?? NaN, 4)
    })
  })

  it('begins with given forces, counts turns of the goal, and reports if it did not converge', () =>
    use(cartPendulum(), (model) => {
      const swing = { motors: ['rail'], goal: { q: { rail: 0, pivot: Math.PI } }, periods: 100 }
      const plan = ilqr(model, { ...swing, R: 1e-2, maxIterations: 300 })
      expect(plan.isConverged).toBe(true)
      const again = ilqr(model, { ...swing, R: 1e-2, forces: plan.forces })
      expect(again.iterations).toBeLessThanOrEqual(1)
      expect(again.cost / plan.cost).toBeCloseTo(1, 4)
      expect(ilqr(model, { ...swing, R: 1e-2, maxIterations: 1 }).isConverged).toBe(false)
      const turn = ilqr(model, {
        ...swing,
        goal: { q: { rail: 0, pivot: 2 * Math.PI } },
        R: 1e-2,
        maxIterations: 0
      })
      expect(turn.cost).toBeGreaterThan(1000) // two thousand of the turn that is missing
      expect(() => ilqr(model, { ...swing, finalQ: 1e308 })).toThrow('expected a finite cost')
      expect(() => ilqr(model, { ...swing, forces: [[1]] })).toThrow('forces: expected 100 arrays')
    }))

  it('says what it was not given', () =>
    use(cartPendulum(), (model) => {
      const of = (options: object) => () => ilqr(model, options as never)
      expect(of({ motors: ['rail'], periods: 3 })).toThrow('goal: expected')
      expect(of({ motors: ['rail'], goal: {} })).toThrow('periods: expected a whole number')
      expect(of({ motors: ['rail'], goal: {}, periods: 3, R: 0 })).toThrow(
        'R[0]: expected a number greater'
      )
      expect(of({ motors: ['rail'], goal: {}, periods: 3, Q: -1 })).toThrow('Q: expected weights')
    }))
})
