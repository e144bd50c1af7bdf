import { load, type Mechanism, type Tracking } from 'linkwork'
import { expect, it } from 'vitest'
import { initialOptions, motionOf } from '../mechanisms/entry.ts'
import { ownEntry } from './own-entry.ts'
import { readMechanism } from './read-file.ts'

const linkwork = await load()

const link = (name: string, z = 0) => `<link name="${name}"><inertial><origin xyz="0 0 ${z}"/>
  <mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial></link>`
const corners = [
  [0.3, 0.2],
  [0.3, -0.2],
  [-0.3, 0.2],
  [-0.3, -0.2]
]
/** A trunk on legs that are 0.4 m long, hinged where they meet it; nothing says what it looks like. */
const robot = (legs: number) => `<robot name="stool">${link('trunk')}
  ${corners
    .slice(0, legs)
    .map(
      ([x, y], i) => `${link(`leg${i}`, -0.2)}<joint name="hip${i}" type="revolute">
    <parent link="trunk"/><child link="leg${i}"/><origin xyz="${x} ${y} 0"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="9" velocity="9"/></joint>`
    )
    .join('')}</robot>`

const opened = async (legs: number) => {
  const { own } = await readMechanism([['stool.urdf', new File([robot(legs)], 'stool.urdf')]])
  return { own, entry: ownEntry(own) }
}

it('a stable robot is placed on a floor under its feet, and held', async () => {
  const { own, entry } = await opened(4)
  const options = initialOptions(entry)
  expect(own.footing.isStable).toBe(true)
  expect(options).toMatchObject({ base: 2, sway: 0 })
  // Limbs are drawn thick: the floor is under them by a part of their length.
  expect(own.footing.floor).toBeLessThan(-0.4)
  expect(own.footing.floor).toBeGreaterThan(-0.45)
  using simulation = linkwork.simulate(entry.source(options) as Mechanism)
  simulation.tracking.start(motionOf(entry, options) as Tracking)
  simulation.advance(1)
  // It sinks by at most the contact penetration and the deflection of motors with this stiffness.
  expect(Math.abs(simulation.poses[2] ?? 1)).toBeLessThan(2e-3)
  simulation.forces.pull('trunk', [0, 0, 0], [0, 0.05, 0])
  simulation.advance(0.3)
  simulation.forces.release()
  simulation.advance(1)
  expect(Math.abs(simulation.poses[2] ?? 1)).toBeLessThan(5e-3)
  expect(Math.hypot(simulation.poses[3] ?? 1, simulation.poses[4] ?? 1)).toBeLessThan(0.02)
})

it('what would fall hangs, and its joints sway', async () => {
  for (const legs of [1, 2]) {
    const { own, entry } = await opened(legs)
    expect(own.footing.isStable).toBe(false)
    expect(initialOptions(entry)).toMatchObject({ base: 0, sway: 0.2 })
  }
})

it('a part that floats without the rest is held, and said to be alone', async () => {
  const text = robot(4)
    .replace('name="stool">', 'name="stool"><link name="root"/>')
    .replace(/parent link="trunk"/g, 'parent link="root"')
    .replace(
      '</robot>',
      '<joint name="loose" type="floating"><parent link="root"/><child link="trunk"/></joint></robot>'
    )
  const { own, warnings } = await readMechanism([['stool.urdf', new File([text], 'stool.urdf')]])
  const entry = ownEntry(own)
  expect(warnings).toEqual([
    '"trunk" floats alone: "hip0", "hip1", "hip2", "hip3" hang from the root of the file'
  ])
  expect(entry.sliders[0]).toMatchObject({ choices: ['Hanging', 'Fixed'], max: 1, initial: 0 })
  using simulation = linkwork.simulate(entry.source(initialOptions(entry)) as Mechanism)
  simulation.advance(2)
  // Its spring bobs at 1.6 Hz: weight hangs it lower by g/ω², and no more than twice that on the way.
  const sag = 9.81 / (2 * Math.PI * 1.6) ** 2
  expect(simulation.poses[2]).toBeGreaterThan(-2 * sag)
})
