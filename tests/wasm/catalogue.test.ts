import {
  beltChain,
  boxStack,
  branchingTree,
  type CatalogueMechanism,
  cartPendulum,
  chain,
  closedRing,
  differentialLeg,
  drapedChain,
  fourBar,
  fourBarChain,
  gearedArm,
  gearedChain,
  gearedLeg,
  jvrc1,
  load,
  miniCheetah,
  minitaur,
  mitHumanoid,
  railTorusChain,
  rollingDisc,
  type Simulation,
  sixBar,
  sliderCrank,
  surfaceBoard,
  telloHumanoid,
  torusChain,
  windmill
} from 'linkwork'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const catalogue: [source: CatalogueMechanism, degreesOfFreedom: number][] = [
  [chain({ links: 10 }), 10],
  [chain({ links: 3, joint: 'spherical' }), 9],
  [cartPendulum(), 2],
  [fourBar(), 1],
  [sixBar({ kind: 'watt' }), 1],
  [sixBar({ kind: 'stephenson', startSpeed: 4 }), 1],
  [fourBarChain({ units: 3 }), 3],
  [sliderCrank(), 1],
  [gearedArm({ joints: 3 }), 3],
  [gearedChain({ links: 3, length: 0.3 }), 3],
  [beltChain({ links: 5, linksPerBelt: 3, beltRatio: 1.5, length: 0.3 }), 5],
  [gearedLeg(), 5],
  [differentialLeg(), 5],
  [branchingTree({ depth: 3, branches: 2 }), 7],
  [torusChain({ links: 4 }), 14],
  [railTorusChain({ links: 3 }), 9],
  [surfaceBoard({ links: 2 }), 13],
  [windmill(), 73],
  [miniCheetah(), 18],
  [minitaur(), 14],
  [mitHumanoid({ base: 'hanging' }), 24],
  [telloHumanoid(), 24],
  [jvrc1({ base: 'fixed' }), 32]
]

const energyOf = (simulation: Simulation) => simulation.energy.kinetic + simulation.energy.potential

describe.each(catalogue)('$catalogue', (source, degreesOfFreedom) => {
  it('has the degrees of freedom of its kind, and at most the warnings that published figures deserve', () => {
    const info = linkwork.info(source)
    expect(info.degreesOfFreedom).toBe(degreesOfFreedom)
    expect(info.clusters.flatMap(({ bodies }) => bodies).sort()).toEqual([...info.bodies].sort())
    for (const warning of info.warnings) expect(warning).toMatch(/triangle inequality/)
  })

  it('reads back the file it writes', () => {
    const text = JSON.stringify(linkwork.mechanism(source))
    expect(JSON.stringify(linkwork.mechanism(text))).toBe(text)
  })

  it('keeps its energy and its loops while it moves', () => {
    using simulation = linkwork.simulate(source, { step: 5e-4 })
    const before = energyOf(simulation)
    const start = simulation.poses.slice()
    simulation.step(2000)
    expect(simulation.time).toBeCloseTo(1, 12)
    expect(simulation.poses).not.toEqual(start)
    // RK4 at 0.5 ms: a local error of order h⁵ a step, for motions of some 10 rad/s.
    const scale = Math.max(Math.abs(before), simulation.energy.kinetic)
    expect(Math.abs(energyOf(simulation) - before - simulation.energy.work)).toBeLessThan(
      1e-6 * scale
    )
    expect(simulation.constraints.loopError).toBeLessThan(1e-12) // the position solve runs to rounding
    expect(simulation.constraints.couplingError).toBeLessThan(1e-12)
  })

  it('moves as forward dynamics says, and inverse dynamics undoes it', () => {
    const { a } = linkwork.forwardDynamics(source)
    using simulation = linkwork.simulate(source)
    const expected = linkwork.info(source).joints.flatMap((joint) => a[joint] ?? [])
    expect(simulation.dynamics.forwardDynamics()).toHaveLength(expected.length)
    for (const [i, value] of simulation.dynamics.forwardDynamics().entries()) {
      // A simulation closes its loops to rounding before it starts.
      expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 9)
    }
    const torque = simulation.dynamics.inverseDynamics(simulation.dynamics.forwardDynamics())
    // Nothing but gravity and springs acts: no torque is needed. Rounding grows with the forces.
    expect(Math.max(...torque.map(Math.abs))).toBeLessThan(1e-8)
  })

  it('has the same accelerations by every method', () => {
    const { methods, relativeDisagreement } = linkwork.check(source)
    expect(Object.keys(methods)).toEqual([
      'articulated-body',
      'composite-body',
      'projection',
      'lagrange-dense',
      'lagrange-sparse',
      'general-joint',
      'multipliers'
    ])
    expect(relativeDisagreement).toBeLessThan(1e-10) // rounding times the condition of H
  })
})

/** Degrees of freedom without contacts and rolling; method that starts them. */
const touching: [source: CatalogueMechanism, degreesOfFreedom: number, method: string][] = [
  [drapedChain({ links: 5 }), 18, 'multipliers'],
  [closedRing({ links: 4 }), 12, 'multipliers'],
  [boxStack({ boxes: 2 }), 12, 'multipliers'],
  [mitHumanoid({ base: 'standing' }), 24, 'multipliers'],
  [rollingDisc(), 6, 'variational-maximal']
]

describe.each(touching)('$catalogue with contact or rolling', (source, dofs, method) => {
  it('reads back the file it writes, contacts and rolling included', () => {
    const mechanism = linkwork.mechanism(source)
    const text = JSON.stringify(mechanism)
    expect(JSON.stringify(linkwork.mechanism(text))).toBe(text)
    expect(mechanism.contact ?? mechanism.nonholonomic).toBeDefined()
    expect(linkwork.info(source).degreesOfFreedom).toBe(dofs)
  })

  it('starts with a method that keeps them, and refuses one that does not', () => {
    using simulation = linkwork.simulate(source, { step: 2e-3 })
    expect(simulation.solver.method).toBe(method)
    simulation.step(20)
    expect(simulation.poses.every(Number.isFinite)).toBe(true)
    const again = () =>
      linkwork.simulate(source, { solver: { method: 'articulated-body' } }).dispose()
    if (linkwork.mechanism(source).nonholonomic) expect(again).toThrow(/method/)
    else expect(again).not.toThrow()
  })
})
