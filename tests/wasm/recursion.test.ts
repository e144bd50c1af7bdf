import { chain, fourBar, load, miniCheetah, telloHumanoid } from 'linkwork'
import { describe, expect, it } from 'vitest'

// Laws of the results of the recursion's passes.

const linkwork = await load()
const sources = {
  chain: chain({ links: 4 }),
  fourBar: fourBar(),
  miniCheetah: miniCheetah(),
  tello: telloHumanoid()
}

const size = (numbers: ArrayLike<number>) => Math.hypot(...Array.from(numbers))

describe.each(Object.entries(sources))('%s', (_, source) => {
  const model = linkwork.model(source)
  const state = {
    q: model.start.q,
    v: model.start.v,
    tau: Float64Array.from({ length: model.velocitySize }, (_, i) => Math.sin(i))
  }
  const { bodies, clusters } = model.recursion(state)

  it('begins with the twists of all bodies, and ends in their accelerations', () => {
    const twists = model.twists(state).slice()
    const poses = model.poses(state).slice()
    const a = model.forwardDynamics(state).slice()
    const accelerations = model.accelerations({ ...state, a }).slice()
    expect(bodies.length).toBe(model.bodies.length)
    for (const [i, { velocity, acceleration }] of bodies.entries()) {
      expect(size(velocity.map((each, k) => each - (twists[6 * i + k] ?? 0)))).toBeLessThan(1e-12)
      // ω̇ in world axes is that of the body, turned: of the same length.
      const length = size(accelerations.slice(6 * i, 6 * i + 3))
      expect(size(acceleration.slice(0, 3))).toBeCloseTo(length, 7)
    }
    expect(poses.length).toBe(7 * bodies.length)
  })

  it('has clusters that hold every body once, and all degrees of freedom', () => {
    expect(clusters.flatMap((cluster) => cluster.bodies).sort((a, b) => a - b)).toEqual([
      ...bodies.keys()
    ])
    const freedoms = clusters.reduce((sum, { degreesOfFreedom }) => sum + degreesOfFreedom, 0)
    expect(freedoms).toBe(model.degreesOfFreedom)
    for (const [c, cluster] of clusters.entries())
      for (const body of cluster.bodies) expect(bodies[body]?.cluster).toBe(c)
  })

  it('has K and G with K G = 0', () => {
    for (const { K, G, rows, degreesOfFreedom, velocities, singularValues } of clusters) {
      const n = velocities.length
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < degreesOfFreedom; column++) {
          let sum = 0
          for (let k = 0; k < n; k++)
            sum += (K[row * n + k] ?? 0) * (G[k * degreesOfFreedom + column] ?? 0)
          expect(Math.abs(sum)).toBeLessThan(1e-12 * (1 + size(K)) * (1 + size(G)))
        }
      expect(singularValues.length).toBe(rows === 0 ? 0 : n - degreesOfFreedom)
      expect(singularValues.every((value) => value > 0)).toBe(true)
    }
  })
})

it('counts wrenches', () => {
  const model = linkwork.model(chain({ links: 1 }))
  const [free] = model.recursion().bodies
  const [pushed] = model.recursion({ wrenches: [0, 0, 0, 0, 0, 2] }).bodies
  const change = (pushed?.biasForce ?? []).map((each, k) => each - (free?.biasForce[k] ?? 0))
  expect(size(change.slice(3))).toBeCloseTo(2, 12)
})
