import { load, type Mechanism } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { expect, it } from 'vitest'
import { initialOptions, motionOf } from '../mechanisms/entry.ts'
import { firstMechanism } from '../mechanisms/index.ts'
import { unpack } from '../packed.ts'
import { createSettings } from '../settings.ts'
import { ownEntry, ownHeld } from './own-entry.ts'
import { readMechanism } from './read-file.ts'
import { formatOf } from './robot-file.ts'

const linkwork = await load()

const link = (name: string, visual = '') => `<link name="${name}">${visual}
  <inertial><mass value="1"/><origin xyz="0 0 -0.2"/>
  <inertia ixx="0.03" iyy="0.03" izz="0.01"/></inertial></link>`
const box = '<visual><geometry><box size="0.2 0.2 0.2"/></geometry></visual>'

/** A base that floats, with a leg that hangs straight down from it. */
const robot = (visual = '') => `<robot name="hopper">${link('base', visual)}${link('leg')}
  <joint name="hip" type="revolute"><parent link="base"/><child link="leg"/><origin xyz="0 0 -0.4"/>
  <axis xyz="0 1 0"/><limit lower="-0.5" upper="0.1"/></joint></robot>`

const mjcf = `<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="ball" pos="0 0 1">
  <freejoint/><geom type="sphere" size="0.1" mass="1"/></body></worldbody></mujoco>`
const sdf = `<sdf version="1.9"><model name="arm"><link name="a"><inertial><mass>1</mass></inertial></link>
  <joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 1 0</xyz></axis>
  </joint></model></sdf>`

const opened = async (name: string, text: string) => {
  const { own, warnings } = await readMechanism([[name, new File([text], name)]])
  return { own, warnings, entry: ownEntry(own) }
}

/** Heights of all bodies after a time [m]. */
function heightsAfter(source: Mechanism, seconds: number): number[] {
  using simulation = linkwork.simulate(source, { step: 1e-3 })
  simulation.step(Math.round(seconds * 1000))
  return source.bodies.map((_, body) => simulation.poses[7 * body + 2] ?? Number.NaN)
}

it('formats are recognized by the document, then by its name', async () => {
  expect(formatOf('a.xml', '<?xml version="1.0"?><!-- x --><mujoco/>')).toBe('mjcf')
  expect(formatOf('a.urdf', '<sdf/>')).toBe('sdf')
  expect(formatOf('A.SDF', '<thing/>')).toBe('sdf')
  expect(formatOf('a', '<thing/>')).toBe('urdf')
  expect((await opened('ball.xml', mjcf)).own.mechanism.bodies).toHaveLength(1)
  expect((await opened('arm.sdf', sdf)).own.motors).toEqual(['j'])
})

it('a robot that floats in its file hangs, with gravity, or is fixed', async () => {
  const { entry } = await opened('hopper.urdf', robot())
  const options = initialOptions(entry)
  expect(options).toMatchObject({ gravity: 9.81, base: 0 })
  const hung = heightsAfter(entry.source(options) as Mechanism, 20)
  expect(hung[0]).toBeCloseTo(-9.81 / (2 * Math.PI * 1.6) ** 2, 3)
  const fixed = heightsAfter(entry.source({ ...options, base: 1 }) as Mechanism, 1)
  expect(fixed).toEqual([0, -0.4])
})

it('floating, it lands on a floor with what is drawn of it', async () => {
  const { entry } = await opened('hopper.urdf', robot(box))
  const source = entry.source({ ...initialOptions(entry), base: 2 }) as Mechanism
  const ground = source.contact?.colliders[0]?.frame?.position?.[2] ?? Number.NaN
  expect(ground).toBeLessThan(-0.4)
  expect(heightsAfter(source, 2)[0]).toBeGreaterThan(ground)
})

it('a model with a ground of its own falls on that', async () => {
  const { entry, own } = await opened('ball.xml', mjcf)
  expect(initialOptions(entry).base).toBe(2)
  const source = entry.source(initialOptions(entry)) as Mechanism
  expect(source.contact).toEqual(own.mechanism.contact)
  expect(heightsAfter(source, 2)[0]).toBeCloseTo(0.1, 2)
})

it('motors sway every joint about its slider, within its stops', async () => {
  const { entry } = await opened('hopper.urdf', robot())
  const options = initialOptions(entry)
  const hip = entry.sliders.find(({ label }) => label === 'Hip')
  expect(hip).toMatchObject({ min: -0.5, max: 0.1, initial: 0, drives: true })
  const trajectory = (values: object) =>
    Object(motionOf(entry, { ...options, ...values })).joints.hip as {
      center: number
      waves: { amplitude: number }[]
    }
  expect(trajectory({})).toMatchObject({ center: 0, waves: [{ amplitude: 0.1 }] })
  expect(trajectory({ [hip?.option ?? '']: -0.25 })).toMatchObject({
    center: -0.25,
    waves: [{ amplitude: 0.2 }]
  })
})

it('of what gears tie together, motors hold the driven joints, not the rotors', async () => {
  const rotor = `${link('rotor')}<joint name="spin" type="continuous"><parent link="base"/>
    <child link="rotor"/><axis xyz="0 1 0"/><mimic joint="hip" multiplier="6"/></joint></robot>`
  const { own } = await opened('geared.urdf', robot().replace('</robot>', rotor))
  expect(own.motors).toEqual(['hip'])
})

it('an address holds the shown file, at every place of the history', async () => {
  const { own, entry } = await opened('hopper.urdf', robot())
  const settings = createSettings(entry)
  const held = unpack((await ownHeld(settings)) ?? '') as { mechanism: Mechanism }
  expect(held.mechanism).toEqual(own.mechanism)
  expect(await ownHeld(createSettings(firstMechanism))).toBe('')
})

it('what cannot move is refused when it is read', async () => {
  const light = robot().replace(/<inertial>[\s\S]*?<\/inertial>/g, '')
  await expect(opened('light.urdf', light)).rejects.toThrow(/moves/)
})

it('a mechanism file keeps to itself: no motors, and the start that it has', async () => {
  const { mechanism } = mechanismFromUrdf(linkwork, robot())
  const { own, entry } = await opened('a.json', JSON.stringify(mechanism))
  expect(own.motors).toEqual([])
  expect(motionOf(entry, initialOptions(entry))).toBeNull()
})
