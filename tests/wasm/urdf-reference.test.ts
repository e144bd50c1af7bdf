import { load, type Mechanism, type State } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'
import { filesOf, readText } from '../data/read.js'

const linkwork = await load()
const read = (file: string) => mechanismFromUrdf(linkwork, readText(`robot_models/${file}`))

/** Degrees of freedom counted by hand from the joints, less what gears and loops take. */
const dofs: Readonly<Record<string, number>> = {
  'double_pendulum.urdf': 2,
  'four_bar.urdf': 1,
  'jvrc1_humanoid.urdf': 38,
  'jvrc1_humanoid_approximate.urdf': 38,
  'mini_cheetah.urdf': 18,
  'mini_cheetah_approximate.urdf': 18,
  'mini_cheetah_base.urdf': 6,
  'mini_cheetah_fl_leg.urdf': 3,
  'mini_cheetah_fr_leg.urdf': 3,
  'mini_cheetah_hl_leg.urdf': 3,
  'mini_cheetah_hr_leg.urdf': 3,
  'mini_cheetah_leg.urdf': 3,
  'mit_humanoid.urdf': 24,
  'mit_humanoid_approximate.urdf': 24,
  'mit_humanoid_leg.urdf': 5,
  'planar_leg_linkage.urdf': 2,
  'revolute_rotor_chain.urdf': 3,
  'six_bar.urdf': 3,
  // Their differentials are not in the files: rotors and links all move by themselves.
  'tello_humanoid.urdf': 42,
  'tello_humanoid_approximate.urdf': 24,
  'tello_legs.urdf': 20
}

describe('robot models', () => {
  it.each(filesOf('robot_models', 21))('%s moves', (file) => {
    const { mechanism, warnings } = read(file)
    const { degreesOfFreedom } = linkwork.info(mechanism)
    expect(degreesOfFreedom).toBe(dofs[file])
    const untied = warnings.filter((warning) => /move freely/.test(warning))
    expect(untied).toHaveLength(/tello_(humanoid|legs)\.urdf/.test(file) ? 1 : 0)
    using simulation = linkwork.simulate(mechanism, { step: 1e-4 })
    simulation.step(20)
    expect(simulation.q.every(Number.isFinite)).toBe(true)
    expect(simulation.constraints.loopError).toBeLessThan(1e-12)
  })
})

/**
 * Files with numbers computed from them by generalized_rbda. Its reader takes an axis of −1 as +1,
 * ignores rpy of inertial frames, and closes loops by position only. None of these files has a
 * negative axis or a turned inertial frame, and their loops are planar, where a point that stays
 * in place leaves the orientation no choice: the numbers hold for the unchanged files. (Of the
 * others, mini_cheetah_leg.urdf has negative axes: that reader's numbers would not.)
 */
const computed: Readonly<Record<string, string>> = {
  'four_bar.urdf': 'four_bar_urdf.json',
  'jvrc1_humanoid.urdf': 'jvrc1_humanoid_urdf.json',
  'mini_cheetah.urdf': 'mini_cheetah_urdf.json',
  'mit_humanoid.urdf': 'mit_humanoid_urdf.json',
  'mit_humanoid_approximate.urdf': 'mit_humanoid_no_rotors.json',
  'mit_humanoid_leg.urdf': 'mit_humanoid_leg_urdf.json',
  'planar_leg_linkage.urdf': 'planar_leg_linkage_urdf.json',
  'revolute_rotor_chain.urdf': 'revolute_rotor_chain_urdf.json'
}

interface Case {
  readonly state: State
  readonly a: Record<string, number[]>
  readonly kinetic: number
  readonly potential: number
  readonly condition: number
}

describe('reference numbers of robot models', () => {
  it.each(Object.entries(computed))('%s agrees with %s', (model, file) => {
    const { mechanism } = read(model)
    const { mechanism: theirs, cases } = JSON.parse(readText(`reference/robots/${file}`)) as {
      mechanism: Mechanism
      cases: Case[]
    }
    // Joints have names of their own there; their child links have the same name.
    const parentJoint = new Map(mechanism.joints.map(({ name, child }) => [child, name]))
    const ours = new Map(theirs.joints.map(({ name, child }) => [name, parentJoint.get(child)!]))
    const renamed = (values: Readonly<Record<string, readonly number[]>> = {}) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [ours.get(name)!, value]))
    expect(mechanism.joints).toHaveLength(theirs.joints.length)
    for (const { state, a, kinetic, potential, condition } of cases) {
      const here: State = { q: renamed(state.q), v: renamed(state.v), tau: renamed(state.tau) }
      const found = linkwork.forwardDynamics(mechanism, here).a
      const scale = Math.max(1, ...Object.values(a).flat().map(Math.abs))
      // Errors grow with the condition of the mass matrix.
      const tolerance = 1e-11 * Math.max(1, condition / 1e4)
      for (const [name, values] of Object.entries(a)) {
        for (const [i, value] of values.entries()) {
          const error = Math.abs((found[ours.get(name)!]?.[i] ?? Number.NaN) - value)
          expect(error / scale).toBeLessThan(tolerance)
        }
      }
      const energy = linkwork.energy(mechanism, here)
      expect(Math.abs(energy.kinetic - kinetic)).toBeLessThan(1e-12 * Math.max(1, kinetic))
      expect(Math.abs(energy.potential - potential)).toBeLessThan(
        1e-12 * Math.max(1, Math.abs(potential))
      )
    }
  })
})
