import { load, type Mechanism, type Tracking } from 'linkwork'
import { expect, it } from 'vitest'
import { check } from '../../modes/build/check.ts'
import { hasMotors, initialOptions, motionOf } from '../mechanisms/entry.ts'
import { mechanisms } from '../mechanisms/index.ts'
import { ownEntry } from './own-entry.ts'
import { readMechanism } from './read-file.ts'
import { resourcesOf } from './resources.ts'

const linkwork = await load()
const urdf = `<robot name="arm"><link name="world"/>
  ${['upper', 'lower'].map((name) => `<link name="${name}"><inertial><origin xyz="0 0 -0.2"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>`).join('')}
  <joint name="shoulder" type="revolute"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="8" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.4"/>
  <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="1"/></joint></robot>`

it('a robot that was opened and edited keeps motors, their sliders and their limits', async () => {
  const { own } = await readMechanism([['arm.urdf', new File([urdf], 'arm.urdf')]])
  const entry = ownEntry(own)
  const resources = resourcesOf(entry, initialOptions(entry), own)
  const text = JSON.stringify(own.mechanism).replace('"mass":1', '"mass":2')
  const checked = await check(text, {}, resources)
  if ('fault' in checked) throw new Error(checked.fault.message)
  const edited = ownEntry(checked.own)
  expect(edited.sliders.map(({ label }) => label)).toEqual(entry.sliders.map(({ label }) => label))
  expect(edited.limits).toEqual(entry.limits)
  expect(hasMotors(edited)).toBe(true)
  const renamed = await check(text.replaceAll('elbow', 'hinge'), {}, resources)
  expect(renamed).toMatchObject({ own: { motors: ['shoulder'], limits: { shoulder: {} } } })
})

it('a robot of the gallery that is edited goes on walking', async () => {
  const entry = mechanisms.find(({ id }) => id === 'mini-cheetah')
  if (!entry) throw new Error('no Mini Cheetah')
  const options = initialOptions(entry)
  const mechanism = linkwork.mechanism(entry.source(options)) as Mechanism
  const checked = await check(JSON.stringify(mechanism), {}, resourcesOf(entry, options, null))
  if ('fault' in checked) throw new Error(checked.fault.message)
  expect(checked.remark).toBeUndefined()
  const edited = ownEntry(checked.own)
  expect(motionOf(edited, initialOptions(edited))).toEqual(entry.motors)
  using simulation = linkwork.simulate(edited.source(initialOptions(edited)))
  simulation.tracking.start(motionOf(edited, initialOptions(edited)) as Tracking)
  simulation.step(3)
})

it('motors that cannot do what they did are off, and that is said', async () => {
  const entry = mechanisms.find(({ id }) => id === 'mini-cheetah')
  if (!entry) throw new Error('no Mini Cheetah')
  const options = initialOptions(entry)
  const mechanism = linkwork.mechanism(entry.source(options)) as Mechanism
  const joints = mechanism.joints.map((joint) =>
    joint.name === 'frontLeftKnee' ? { ...joint, type: 'fixed', axis: undefined } : joint
  )
  const couplings = mechanism.couplings?.filter(({ terms }) =>
    terms.every((term) => term.joint !== 'frontLeftKnee')
  )
  const text = JSON.stringify({ ...mechanism, joints, couplings, initialState: undefined })
  const checked = await check(text, {}, resourcesOf(entry, options, null))
  expect(checked).toMatchObject({ remark: expect.stringMatching(/^The motors are off: /) })
})
