import { load, MechanismError } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const arm = `<worldbody>
  <body name="upper"><joint name="a" axis="0 1 0"/><geom type="sphere" size="0.1" mass="1"/>
    <body name="lower" pos="0 0 -1"><joint name="b" axis="0 1 0"/><geom type="sphere" size="0.1" mass="1"/></body>
  </body>
  <body name="ball"><joint name="c" type="ball"/><geom type="sphere" size="0.1" mass="1"/></body>
</worldbody>`

const read = (inside: string, head = '') =>
  mechanismFromMjcf(linkwork, `<mujoco>${head}${arm}${inside}</mujoco>`)
const actuatorsOf = (elements: string, head = '') =>
  read(`<actuator>${elements}</actuator>`, head).actuators

describe('actuators of MJCF', () => {
  it('have gear, and the law of their kind', () => {
    expect(
      actuatorsOf(`<motor name="m" joint="a" gear="50"/><position joint="b" kp="20" kv="3"/>
        <velocity joint="a" kv="4"/><general joint="b" gainprm="6"/>
        <general joint="b" biastype="affine" gainprm="7" biasprm="1 -7 -2"/>`)
    ).toEqual([
      { name: 'm', gear: { a: 50 }, gain: 1, bias: [0, 0, 0] },
      { name: 'position1', gear: { b: 1 }, gain: 20, bias: [0, -20, -3] },
      { name: 'velocity2', gear: { a: 1 }, gain: 4, bias: [0, 0, -4] },
      { name: 'general3', gear: { b: 1 }, gain: 6, bias: [0, 0, 0] },
      { name: 'general4', gear: { b: 1 }, gain: 7, bias: [1, -7, -2] }
    ])
  })

  it('have ranges where these limit', () => {
    const text = `<motor joint="a" ctrlrange="-1 1" forcerange="-5 5"/>
      <motor joint="b" ctrlrange="-1 1" ctrllimited="false" forcerange="-6 6" forcelimited="true"/>`
    const one = { lower: -1, upper: 1 }
    const [five, six] = [5, 6].map((force) => ({ lower: -force, upper: force }))
    expect(actuatorsOf(text)).toMatchObject([
      { controlRange: one, forceRange: five },
      { forceRange: six }
    ])
    expect(actuatorsOf(text)[1]).not.toHaveProperty('controlRange')
    const head = '<compiler autolimits="false"/>'
    expect(() => actuatorsOf(text, head)).toThrow('limited: expected it with')
    expect(actuatorsOf(text.slice(text.indexOf('\n')), head)).toMatchObject([{ forceRange: six }])
  })

  it('follow classes, of their own kind before those of general ones', () => {
    const head = `<default><general forcerange="-9 9"/><position kp="30"/>
      <default class="strong"><motor gear="80"/></default></default>`
    expect(
      actuatorsOf('<position joint="a"/><motor joint="b" class="strong"/>', head)
    ).toMatchObject([
      { gain: 30, bias: [0, -30, 0], forceRange: { lower: -9, upper: 9 } },
      { gear: { b: 80 }, forceRange: { lower: -9, upper: 9 } }
    ])
  })

  // Gear, gain and bias of each by MuJoCo 3.14.0.
  it.each([
    [
      '<motor gear="100"/>',
      '<position joint="a"/><velocity joint="a"/>',
      [
        [100, 1, [0, -1, 0]],
        [100, 1, [0, 0, -1]]
      ]
    ],
    [
      '<position kp="30" kv="2" gear="3"/>',
      '<motor joint="a"/><position joint="a"/><velocity joint="a"/><general joint="a"/><position joint="a" kp="5"/>',
      [
        [3, 1, [0, 0, 0]],
        [3, 30, [0, -30, -2]],
        [3, 30, [0, 0, -30]],
        [3, 30, [0, -30, -2]],
        [3, 5, [0, -5, -2]]
      ]
    ],
    [
      '<velocity kv="7"/>',
      '<position joint="a"/><velocity joint="a" kv="3"/><motor joint="a"/>',
      [
        [1, 7, [0, -7, -7]],
        [1, 3, [0, 0, -3]],
        [1, 1, [0, 0, 0]]
      ]
    ],
    [
      '<general gainprm="4" biastype="affine" biasprm="1 -2 -3" gear="2"/><motor ctrlrange="-1 1"/>',
      '<general joint="a"/><position joint="a"/>',
      [
        [2, 1, [0, 0, 0]],
        [2, 1, [1, -1, -3]]
      ]
    ]
  ])('share what a class says of any kind: %s', (defaults, elements, expected) => {
    const found = actuatorsOf(elements, `<default>${defaults}</default>`)
    const numbers = found.map(({ gear, gain, bias }) => [
      gear['a'],
      gain,
      bias.map((part) => part + 0)
    ])
    expect(numbers).toEqual(expected)
  })

  it('may take the ranges of their joints', () => {
    const text = `<mujoco><worldbody><body><joint name="a" type="slide" range="-1 3"/><geom size="1"/>
      </body></worldbody><actuator><position joint="a" inheritrange="0.5"/></actuator></mujoco>`
    expect(mechanismFromMjcf(linkwork, text).actuators).toMatchObject([
      { controlRange: { lower: 0, upper: 2 } }
    ])
  })

  // biasprm by MuJoCo 3.14.0. It follows from the inertia that each joint moves.
  it('have damping relative to the critical', () => {
    const { actuators } = mechanismFromMjcf(
      linkwork,
      `<mujoco><worldbody>
      <body name="upper" euler="10 20 30" pos="0.1 0.2 0.3">
        <joint name="a" axis="0 1 0" pos="0.1 0 0" armature="0.02"/>
        <geom type="box" size="0.1 0.2 0.3" mass="1" pos="0.1 0.05 0"/>
        <body name="lower" pos="0 0 -1" euler="0 40 0">
          <joint name="b" axis="0 1 1" ref="20"/><joint name="s" type="slide" axis="1 0 0"/>
          <geom type="sphere" size="0.1" mass="1" pos="0 0.3 0"/>
          <body name="welded" pos="0.5 0 0"><geom type="box" size="0.1 0.1 0.2" mass="0.5"/></body>
        </body>
      </body></worldbody>
      <tendon><fixed name="t"><joint joint="a" coef="2"/><joint joint="b" coef="-0.5"/></fixed></tendon>
      <actuator><position joint="a" kp="100" dampratio="1"/>
        <position joint="b" kp="50" dampratio="0.7" gear="3"/>
        <position joint="s" kp="80" dampratio="1.2"/>
        <position tendon="t" kp="30" dampratio="1"/></actuator></mujoco>`
    )
    const expected = [28.2046680487751, 1.399351701748058, 26.29068276024797, 12.08233203817126]
    for (const [i, { gain, bias }] of actuators.entries()) {
      expect(bias[1]).toBe(-gain)
      expect(bias[2]).toBeCloseTo(-expected[i]!, 12)
    }
  })

  it('on a spatial tendon have ranges by their gear', () => {
    const text = `<mujoco><worldbody><site name="p" pos="0 0 1"/>
      <body><joint name="a" axis="0 1 0"/><geom size="1"/><site name="q"/></body></worldbody>
      <tendon><spatial name="s"><site site="p"/><site site="q"/></spatial></tendon>
      <actuator><motor tendon="s" gear="-2" forcerange="-1e9 3"/></actuator></mujoco>`
    expect(mechanismFromMjcf(linkwork, text).mechanism.actuators?.[0]?.forceRange).toEqual({
      lower: -6
    })
  })

  it('pull on tendons that are linear', () => {
    const text = `<tendon><fixed name="t"><joint joint="a" coef="2"/><joint joint="b" coef="-1"/></fixed></tendon>
      <actuator><motor tendon="t" gear="10"/></actuator>`
    expect(read(text).actuators).toMatchObject([{ gear: { a: 20, b: -10 } }])
  })

  it('are left out with a warning where they are of another kind', () => {
    const { actuators, warnings } = read(`<tendon><spatial name="s"/></tendon><actuator>
      <motor joint="c"/><muscle joint="a"/><motor site="hand"/><position tendon="s"/>
      <general joint="a" dyntype="user"/><motor joint="a"/></actuator>`)
    expect(actuators.map(({ gear }) => gear)).toEqual([{ a: 1 }])
    expect(warnings.filter((sentence) => sentence.includes('the actuator is left out'))).toEqual([
      'line 7: actuator, motor: the actuator is left out',
      'line 7: actuator, muscle: the actuator is left out',
      'line 7: actuator, position: the actuator is left out',
      'line 8: actuator, general: the actuator is left out'
    ])
  })

  it('become actuators of the mechanism', () => {
    const { mechanism } =
      read(`<tendon><fixed name="t"><joint joint="a" coef="2"/><joint joint="b" coef="-1"/></fixed></tendon>
      <actuator><motor name="m" joint="a" gear="50" ctrlrange="-1 1"/><position joint="b" kp="20" kv="3" timeconst="0.1"/>
        <velocity joint="a" kv="4" forcerange="-2 3"/><general joint="b" biastype="affine" gainprm="7" biasprm="1 -7 -2"/>
        <intvelocity tendon="t" kp="5" actrange="-1 2"/><general joint="a" biastype="affine" biasprm="0 4 0"/></actuator>`)
    const term = (joint: string, coefficient = 1) => ({ joint, coefficient })
    expect(mechanism.actuators).toEqual([
      {
        name: 'm',
        type: 'torque',
        gain: 1,
        terms: [term('a', 50)],
        controlRange: { lower: -1, upper: 1 }
      },
      {
        name: 'position1',
        type: 'position',
        stiffness: 20,
        damping: 3,
        terms: [term('b')],
        activation: 'filter',
        timeConstant: 0.1
      },
      {
        name: 'velocity2',
        type: 'velocity',
        damping: 4,
        terms: [term('a')],
        forceRange: { lower: -2, upper: 3 }
      },
      {
        name: 'general3',
        type: 'general',
        gain: 7,
        offset: 1,
        stiffness: 7,
        damping: 2,
        terms: [term('b')]
      },
      {
        name: 'intvelocity4',
        type: 'position',
        stiffness: 5,
        damping: 0,
        terms: [term('a', 2), term('b', -1)],
        activation: 'integrator',
        activationRange: { lower: -1, upper: 2 }
      }
    ])
  })

  it('bound the effort of joints as far as their ranges do', () => {
    const limitsOf = (elements: string) => read(`<actuator>${elements}</actuator>`).limits
    expect(limitsOf('<motor joint="a" gear="-50" ctrlrange="-1 0.5"/>')).toEqual({
      a: { effort: 50 }
    })
    // A spring's control says where it pulls to, not how hard.
    expect(limitsOf('<position joint="a" kp="9" ctrlrange="-1 1"/>')).toEqual({})
    expect(limitsOf('<position joint="a" gear="2" forcerange="-3 7"/>')).toEqual({
      a: { effort: 14 }
    })
    const two = '<motor joint="a" ctrlrange="-1 1"/><motor joint="a" gear="4" forcerange="-2 2"/>'
    expect(limitsOf(two)).toEqual({ a: { effort: 9 } })
    expect(limitsOf(`${two}<motor joint="a"/>`)).toEqual({})
  })

  it('are bounded by the range that a joint has for all of them', () => {
    const text = (more: string) => `<mujoco><worldbody><body>
      <joint name="a" axis="0 1 0" actuatorfrcrange="-8 8" ${more}/><geom type="sphere" size="0.1"/>
      </body></worldbody><actuator><motor joint="a" ctrlrange="-20 20"/></actuator></mujoco>`
    const { limits, warnings } = mechanismFromMjcf(linkwork, text(''))
    expect(limits).toEqual({ a: { effort: 8 } })
    expect(warnings.join()).not.toMatch(/actuatorfrcrange/)
    expect(mechanismFromMjcf(linkwork, text('actuatorfrclimited="false"')).limits).toEqual({
      a: { effort: 20 }
    })
  })

  it('and errors say what is wrong', () => {
    expect(() => actuatorsOf('<motor joint="aa"/>')).toThrow(
      'line 6: actuator, motor joint: no joint is named "aa" (joints: a, b, c)'
    )
    expect(() => actuatorsOf('<motor joint="a" gear="x"/>')).toThrow(MechanismError)
    expect(() => actuatorsOf('<motor joint="a" ctrllimited="yes"/>')).toThrow(
      'no ctrllimited is "yes"'
    )
  })

  // As by MuJoCo 3.14.0.
  it.each(['kv', 'dampratio', 'timeconst'])('refuse a negative %s', (attribute) => {
    const text = `<position joint="a" kp="10" ${attribute}="-0.5"/>`
    const problem = `position ${attribute}: expected at least 0, found -0.5`
    expect(() => actuatorsOf(text)).toThrow(`line 6: actuator, ${problem}`)
    expect(() => actuatorsOf('', `<default>${text}</default>`)).toThrow(problem)
  })

  it('refuse damping together with its ratio', () => {
    const text = '<position joint="a" kp="10" kv="0" dampratio="1"/>'
    const problem = 'position kv: found with dampratio; expected one of them'
    expect(() => actuatorsOf(text)).toThrow(`line 6: actuator, ${problem}`)
    const one = '<default><position dampratio="1"/></default>'
    expect(actuatorsOf('<position joint="a" kp="10" kv="2"/>', one)).toMatchObject([
      { gain: 10, bias: [0, -10, -2] }
    ])
  })
})
