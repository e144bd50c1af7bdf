import { load } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

/** A body with a joint, a geom and a site, which have the letters j, g and s behind its name. */
const body = (name: string, inside = '') =>
  `<body name="${name}"><joint name="${name}j" axis="0 1 0"/><geom name="${name}g" size="0.1" mass="1"/>
    <site name="${name}s" pos="0 0 1"/>${inside}</body>`
const copies = (inside: string, attributes = '', count = 2) =>
  `<replicate count="${count}" offset="1 0 0" ${attributes}>${inside}</replicate>`
const read = (bodies: string, rest: string, head = '') =>
  mechanismFromMjcf(linkwork, `<mujoco>${head}<worldbody>${bodies}</worldbody>${rest}</mujoco>`)

const fixed = (...joints: readonly string[]) =>
  `<tendon><fixed name="t" stiffness="1">${joints.map((joint) => `<joint joint="${joint}" coef="2"/>`).join('')}</fixed></tendon>`

// As by MuJoCo 3.14.0.
describe('what names a copy of a <replicate> is copied', () => {
  it('with angles times the number of the copy', () => {
    const replicate =
      '<replicate count="3" euler="10 20 30" offset="0.1 0.2 0.3"><body name="a" pos="1 0 0"><joint/><geom size="0.1" mass="1"/></body></replicate>'
    const { mechanism } = read(replicate, '')
    const place = mechanism.joints?.[2]?.parentFrame?.position ?? []
    const expected = [0.573, 1.2938, 0.6151]
    for (const [i, number] of expected.entries()) expect(place[i]).toBeCloseTo(number, 4)
  })

  it('a spatial tendon of copies and of others', () => {
    const { mechanism, warnings } = read(
      `<site name="w" pos="0 0 3"/>${copies(body('a'))}`,
      '<tendon><spatial name="t"><site site="w"/><site site="as"/></spatial><spatial><site site="w"/><site site="as"/></spatial></tendon>'
    )
    expect(warnings).toEqual([])
    expect(mechanism.tendons?.map(({ name }) => name)).toEqual(['t0', 't1', 'tendon2', 'tendon3'])
    const bodies = mechanism.tendons?.map(({ points }) => points?.map(({ body }) => body).join(' '))
    expect(bodies).toEqual(['world a0', 'world a1', 'world a0', 'world a1'])
  })

  it('actuators, on joints and on copied tendons', () => {
    const { mechanism, actuators } = read(
      copies(body('a')),
      `${fixed('aj')}<actuator><motor name="m" tendon="t"/><motor name="n" joint="aj"/></actuator>`
    )
    expect(mechanism.tendons?.map(({ terms }) => terms)).toEqual([
      [{ joint: 'aj0', coefficient: 2 }],
      [{ joint: 'aj1', coefficient: 2 }]
    ])
    expect(actuators.map(({ name, gear }) => [name, gear])).toEqual([
      ['m0', { aj0: 2 }],
      ['m1', { aj1: 2 }],
      ['n0', { aj0: 1 }],
      ['n1', { aj1: 1 }]
    ])
  })

  it('equalities', () => {
    const { mechanism, warnings } = read(
      copies(body('a') + body('b')),
      `<equality><joint name="e" joint1="aj" joint2="bj"/><connect body1="a" body2="b" anchor="0 0 0"/>
        </equality>`
    )
    expect(warnings).toEqual([])
    expect(mechanism.couplings?.map(({ name, terms }) => [name, terms[1]?.joint])).toEqual([
      ['e0', 'bj0'],
      ['e1', 'bj1']
    ])
    expect(mechanism.loops?.map(({ parent, child }) => [parent, child])).toEqual([
      ['a0', 'b0'],
      ['a1', 'b1']
    ])
  })

  it('but no equality or actuator that names others, too', () => {
    const { mechanism, warnings } = read(
      body('o') + copies(body('a')),
      `<equality><joint joint1="aj" joint2="oj"/><weld body1="a" body2="o"/></equality>
      <actuator><motor name="m" joint="oj"/></actuator>`
    )
    expect(mechanism.couplings).toBeUndefined()
    expect(mechanism.loops).toBeUndefined()
    expect(mechanism.actuators).toHaveLength(1)
    expect(warnings).toEqual([
      'line 3: equality, joint: it names copies of a <replicate> and other parts; as in MuJoCo, it is left out (and 1 more of this kind)'
    ])
  })

  it('in copies of copies by the innermost', () => {
    const { mechanism } = read(copies(body('a', copies(body('k')))), fixed('aj', 'kj'))
    const terms = mechanism.tendons?.map((tendon) => [
      tendon.name,
      ...tendon.terms!.map(({ joint }) => joint)
    ])
    expect(terms).toEqual([
      ['t00', 'aj0', 'kj00'],
      ['t10', 'aj0', 'kj10'],
      ['t01', 'aj1', 'kj01'],
      ['t11', 'aj1', 'kj11']
    ])
  })

  it('with the class of the document', () => {
    const head = '<default><default class="stiff"><tendon stiffness="3"/></default></default>'
    const { mechanism } = read(
      copies(body('a')),
      '<tendon><fixed name="t" class="stiff"><joint joint="aj" coef="1"/></fixed></tendon>',
      head
    )
    expect(mechanism.tendons?.map(({ stiffness }) => stiffness)).toEqual([3, 3])
  })

  it('not without end', () => {
    const many = copies(body('a'), '', 5000)
    const motors = '<motor joint="aj"/>'.repeat(5)
    expect(() => read(many, `<actuator>${motors}</actuator>`)).toThrow(
      'line 2: actuator, motor: makes more than 20000 copies'
    )
  })
})

it('a <replicate> has a class for what is inside', () => {
  const head = '<default><default class="stiff"><joint damping="3"/></default></default>'
  const { mechanism } = read(copies(body('a'), 'childclass="stiff"'), '', head)
  expect(mechanism.joints.map(({ damping }) => damping)).toEqual([3, 3])
})
