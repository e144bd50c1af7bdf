import { load } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const read = (joint: string, rest = '') =>
  mechanismFromMjcf(
    linkwork,
    `<mujoco><compiler angle="radian"/><default><joint range="-1 1"/></default>
    <worldbody><body><joint name="j" axis="0 1 0" ${joint}/><geom size="0.1"/></body></worldbody>
    ${rest}</mujoco>`
  ).mechanism

describe('ranges of MJCF', () => {
  it('limit where they are given, with infinite bounds that do not', () => {
    expect(read('').joints[0]!.limits).toEqual({ lower: -1, upper: 1 })
    expect(read('range="-inf 1"').joints[0]!.limits).toEqual({ upper: 1 })
    expect(read('range="-1 +Infinity"').joints[0]!.limits).toEqual({ lower: -1 })
    expect(read('range="-inf inf"').joints[0]!.limits).toBeUndefined()
    expect(() => read('range="-1 infinite"')).toThrow('expected 2 numbers')
  })

  it('with equal bounds do not limit, unless the element says so', () => {
    expect(read('range="0 0"').joints[0]!.limits).toBeUndefined()
    expect(read('range="0 0" limited="true"').joints[0]!.limits).toEqual({ lower: 0, upper: 0 })
    const ball = read('type="ball" range="0 0"')
    expect(ball.joints[0]!.ballLimits).toBeUndefined()
    expect(read('actuatorfrcrange="0 0"').joints[0]!.actuatorForceRange).toBeUndefined()
    const tendon = '<tendon><fixed range="0 0"><joint joint="j" coef="1"/></fixed></tendon>'
    expect(read('', tendon).tendons?.[0]?.limits).toBeUndefined()
    const motor = '<actuator><motor joint="j" ctrlrange="0 0" forcerange="0 0"/></actuator>'
    const [actuator] = read('', motor).actuators!
    expect(actuator!.controlRange).toBeUndefined()
    expect(actuator!.forceRange).toBeUndefined()
  })
})

describe('a polynomial of one coefficient', () => {
  it('has the slope 1, as none has', () => {
    const equality = (polynomial: string) =>
      mechanismFromMjcf(
        linkwork,
        `<mujoco><worldbody>
        <body><joint name="a" axis="0 1 0"/><geom size="0.1"/></body>
        <body><joint name="b" axis="0 1 0"/><geom size="0.1"/></body></worldbody>
        <equality><joint joint1="a" joint2="b" ${polynomial}/></equality></mujoco>`
      ).mechanism.couplings![0]!
    const terms = [
      { joint: 'a', coefficient: 1 },
      { joint: 'b', coefficient: -1 }
    ]
    expect(equality('')).toMatchObject({ terms })
    expect(equality('polycoef="0.36"')).toMatchObject({ terms, offset: 0.36 })
    expect(equality('polycoef="0.36 0"').terms).toEqual([terms[0]])
  })
})
