import { load, type Mechanism } from 'linkwork'
import { mechanismFromSdf, type SdfOptions } from 'linkwork/sdf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const sdf = (inside: string, version = '1.9', name = 'm') =>
  `<sdf version="${version}"><model name="${name}">${inside}</model></sdf>`
const link = (name: string, pose = '', more = '') =>
  `<link name="${name}">${pose && `<pose>${pose}</pose>`}${more}</link>`
const joint = (name: string, parent: string, child: string, more = '', type = 'fixed') =>
  `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child>${more}</joint>`
const frame = (name: string, attributes: string, pose = '') =>
  `<frame name="${name}" ${attributes}><pose>${pose}</pose></frame>`

function read(text: string, options?: SdfOptions): Mechanism {
  const { mechanism, warnings } = mechanismFromSdf(linkwork, text, options)
  expect(warnings).toEqual([])
  return mechanism
}

function expectClose(found: readonly number[] | undefined, expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, value] of expected.entries()) expect(found?.[i]).toBeCloseTo(value, 12)
}

const places = (mechanism: Mechanism) => linkwork.kinematics(mechanism).bodies
const quarter = Math.PI / 2

describe('the axis of a joint until SDF 1.4', () => {
  const inertial = `<inertial><pose>0 0 -0.5 0 0 0</pose><mass>1</mass><inertia>
    <ixx>0.03</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>`
  const model = (version: string, more = '') =>
    sdf(
      link('arm', `0 0 0 0 0 ${quarter}`, inertial) +
        joint('pin', 'world', 'arm', `<axis><xyz>1 0 0</xyz>${more}</axis>`, 'revolute'),
      version
    )

  it.each(['1.3', '1.4'])('is in the frame of the model: %s', (version) => {
    const old = read(model(version))
    expectClose(old.joints[0]?.axis, [0, -1, 0])
    // 0.1 about the link's y, and 1 kg half a meter away.
    expectClose(linkwork.massMatrix(old).massMatrix.flat(), [0.35])
    expect(old).toEqual(read(model('1.6', '<use_parent_model_frame>true</use_parent_model_frame>')))
  })

  it('is in the frame of the joint since', () => {
    const newer = read(model('1.5'))
    expect(newer.joints[0]?.axis).toEqual([1, 0, 0])
    expectClose(linkwork.massMatrix(newer).massMatrix.flat(), [0.28])
    expect(read(model('1.4', '<use_parent_model_frame>false</use_parent_model_frame>'))).toEqual(
      newer
    )
  })
})

describe('frames', () => {
  it('are sites of the link that they move with', () => {
    const { sites } = read(
      sdf(
        link('a', '1 0 0 0 0 0') +
          link('b', '0 0 2 0 0 0') +
          joint('j', 'a', 'b') +
          frame('of_model', '', '1 0 1 0 0 0') +
          frame('of_link', 'attached_to="b"', '0 1 0 0 0 0') +
          frame('of_frame', 'attached_to="of_link"', '0 1 0 0 0 0') +
          frame('of_joint', 'attached_to="j"', '0 0 1 0 0 0') +
          '<frame name="elsewhere" attached_to="a"><pose relative_to="b">0 0 0 0 0 0</pose></frame>'
      )
    )
    expect(sites).toEqual([
      { name: 'of_model', body: 'a', frame: { position: [0, 0, 1], rotation: [0, 0, 0, 1] } },
      { name: 'of_link', body: 'b', frame: { position: [0, 1, 0], rotation: [0, 0, 0, 1] } },
      { name: 'of_frame', body: 'b', frame: { position: [0, 2, 0], rotation: [0, 0, 0, 1] } },
      { name: 'of_joint', body: 'b', frame: { position: [0, 0, 1], rotation: [0, 0, 0, 1] } },
      { name: 'elsewhere', body: 'a', frame: { position: [-1, 0, 2], rotation: [0, 0, 0, 1] } }
    ])
  })

  it('of a world are sites of the ground, and may refer to parts of models', () => {
    const { sites } = read(`<sdf version="1.9"><world name="w">
      <model name="m"><pose>0 0 1 0 0 0</pose>${link('a', '1 0 0 0 0 0')}${frame('f', '', '0 2 0 0 0 0')}</model>
      ${frame('door', '', '3 0 0 0 0 0')}${frame('hand', 'attached_to="m::f"', '0 0 1 0 0 0')}
      <frame name="mark"><pose relative_to="m::a">0 0 1 0 0 0</pose></frame></world></sdf>`)
    const found = sites?.map(({ name, body, frame: at }) => [name, body, at?.position])
    expect(found).toEqual([
      ['door', 'world', [3, 0, 0]],
      ['hand', 'a', [-1, 2, 1]],
      ['mark', 'world', [1, 0, 2]],
      ['f', 'a', [-1, 2, 0]]
    ])
  })

  it('are what poses of visuals and collisions are relative to', () => {
    const ball = '<geometry><sphere><radius>0.1</radius></sphere></geometry>'
    const mechanism = read(
      sdf(
        link(
          'a',
          '1 0 0 0 0 0',
          `<visual name="v"><pose relative_to="b">0 0 1 0 0 0</pose>${ball}</visual>
           <visual name="w"><pose relative_to="f">0 0 1 0 0 0</pose>
             <geometry><mesh><uri>a.stl</uri></mesh></geometry></visual>
           <collision name="c"><pose relative_to="__model__">0 0 3 0 0 0</pose>${ball}</collision>
           <inertial><pose relative_to="f">0 0 0 0 0 0</pose></inertial>`
        ) +
          link('b', '0 5 0 0 0 0') +
          frame('f', '', '0 0 7 0 0 0') +
          joint('j', 'a', 'b')
      )
        .replace('<model', '<world name="w"><model')
        .replace(
          '</sdf>',
          `<model name="g"><static>true</static>
          <link name="ground"><collision name="c"><geometry><plane/></geometry></collision></link></model></world></sdf>`
        )
    )
    const [a] = mechanism.bodies
    expect(a?.shapes?.[0]?.frame?.position).toEqual([-1, 5, 1])
    expect(a?.centerOfMass).toEqual([-1, 0, 7])
    expect(mechanism.contact?.colliders[1]?.frame?.position).toEqual([-1, 0, 3])
  })

  it('that are relative to another element give meshes their place', () => {
    const mesh = `<visual name="v"><pose relative_to="b">0 0 1 0 0 0</pose>
      <geometry><mesh><uri>a.stl</uri></mesh></geometry></visual>`
    const { meshes } = mechanismFromSdf(
      linkwork,
      sdf(link('a', '1 0 0 0 0 0', mesh) + link('b', '0 5 0 0 0 0') + joint('j', 'a', 'b'))
    )
    expect(meshes[0]?.frame.position).toEqual([-1, 5, 1])
  })
})

describe('nested models', () => {
  const nested = `<model name="n"><pose>0 0 1 0 0 0</pose>${link('l', '0 1 0 0 0 0')}
    <model name="deep">${link('l', '0 0 1 0 0 0')}</model>${frame('f', 'attached_to="deep"', '1 0 0 0 0 0')}</model>`

  it.each([
    ['a model', 'n', 'n::l', [0, -1, 0]],
    ['its frame', 'n::__model__', 'n::l', [0, -1, 0]],
    ['a link in it', 'n::l', 'n::l', [0, 0, 0]],
    ['a model in a model', 'n::deep', 'n::deep::l', [0, 0, -1]],
    ['a frame in it', 'n::f', 'n::deep::l', [1, 0, -1]]
  ])('are what joints hold: %s', (_, child, body, position) => {
    const mechanism = read(sdf(link('k') + nested + joint('j', 'k', child)))
    const held = mechanism.joints.find(({ name }) => name === 'j')
    expect(held?.child).toBe(body)
    expectClose(held?.childFrame?.position ?? [0, 0, 0], position)
    expectClose(places(mechanism)['n::deep::l']?.position, [0, 0, 2])
  })

  it('are attached to by frames', () => {
    const { sites } = read(sdf(link('k') + nested + frame('g', 'attached_to="n"', '0 0 5 0 0 0')))
    expect(sites?.map(({ name, body }) => [name, body])).toEqual([
      ['g', 'n::l'],
      ['n::f', 'n::deep::l']
    ])
    expectClose(sites?.[0]?.frame?.position, [0, -1, 5])
  })

  it('move with their canonical link', () => {
    const model = `<model name="n" canonical_link="b">${link('a')}${link('b', '1 0 0 0 0 0')}</model>`
    const mechanism = read(sdf(link('k') + model + joint('j', 'k', 'n')))
    expect(mechanism.joints.find(({ name }) => name === 'j')?.child).toBe('n::b')
  })

  it('that are static do not move, with any joints', () => {
    const inside = link('a') + link('b') + joint('j', 'a', 'b', '', 'revolute')
    const { mechanism, warnings } = mechanismFromSdf(
      linkwork,
      sdf(`<static>true</static>${inside}`)
    )
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(0)
    expect(warnings).toEqual([
      'line 1: model "m", joint "j": is left out: links of a static model do not move'
    ])
  })
})

describe('a placement frame', () => {
  const inside = `${link('a')}${link('b', '0 0 1 0 0 0')}
    <frame name="f"><pose relative_to="b">0 0 1 0 0 0</pose></frame>
    ${joint('j', 'a', 'b', '<pose>0 1 0 0 0 0</pose>', 'ball')}`

  it.each([
    ['__model__', [0, 0, 1]],
    ['a', [0, 0, 1]],
    ['b', [0, 0, 0]],
    ['f', [0, 0, -1]],
    ['j', [0, -1, 0]]
  ])('is where the pose of the model is: %s', (name, [x, y, z]) => {
    const turned = `5 0 0 0 0 ${quarter}`
    const text = sdf(`<pose>${turned}</pose>${inside}`).replace(
      'name="m"',
      `name="m" placement_frame="${name}"`
    )
    expectClose(places(read(text))['b']?.position, [5 - y!, x!, z!])
  })

  it('of a nested model may be relative to another', () => {
    const text = sdf(`${link('k', '1 0 0 0 0 0')}<model name="n" placement_frame="b">
      <pose relative_to="k">0 0 4 0 0 0</pose>${inside}</model>`)
    expectClose(places(read(text))['n::a']?.position, [1, 0, 3])
  })
})

describe('an <include>', () => {
  const files: Readonly<Record<string, string>> = {
    'model://arm': sdf(
      link('upper') + link('lower', '0 0 1 0 0 0') + joint('j', 'upper', 'lower'),
      '1.9',
      'arm'
    ),
    'model://pair': sdf(
      '<include><uri>model://arm</uri></include><include><uri>model://arm</uri><name>other</name></include>',
      '1.9',
      'pair'
    ),
    'model://old': sdf(
      link('arm', `0 0 0 0 0 ${quarter}`) +
        joint('arm', 'world', 'arm', '<axis><xyz>1 0 0</xyz></axis>', 'revolute'),
      '1.4',
      'old'
    ),
    'model://self': sdf('<include><uri>model://self</uri></include>', '1.9', 'self'),
    'model://light': '<sdf version="1.9"><light name="sun" type="point"/></sdf>'
  }
  const include = (uri: string) => files[uri] ?? ''
  const world = (inside: string) => `<sdf version="1.9"><world name="w">${inside}</world></sdf>`

  it('is the model of its file, with its name, pose and placement frame', () => {
    const mechanism = read(
      world(`<include><uri> model://arm </uri></include><include><uri>model://arm</uri>
        <name>second</name><pose>1 0 0 0 0 0</pose><placement_frame>lower</placement_frame></include>`),
      { include }
    )
    const bodies = places(mechanism)
    expect(Object.keys(bodies)).toEqual([
      'arm::upper',
      'arm::lower',
      'second::upper',
      'second::lower'
    ])
    expectClose(bodies['second::lower']?.position, [1, 0, 0])
    expectClose(bodies['second::upper']?.position, [1, 0, -1])
  })

  it('may be static', () => {
    const text = world('<include><uri>model://arm</uri><static>true</static></include>')
    const { mechanism } = mechanismFromSdf(linkwork, text, { include })
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(0)
  })

  it('may be within an included model', () => {
    const mechanism = read(world('<include><uri>model://pair</uri></include>'), { include })
    expect(mechanism.bodies.map(({ name }) => name)).toEqual([
      'arm::upper',
      'arm::lower',
      'other::upper',
      'other::lower'
    ])
  })

  it('may be merged into the model around it', () => {
    const text =
      sdf(`${link('base')}<include merge="true"><uri>model://arm</uri><pose>0 0 2 0 0 0</pose></include>
      ${joint('weld', 'base', 'upper')}${frame('tip', 'attached_to="lower"', '0 0 1 0 0 0')}`)
    const mechanism = read(text, { include })
    expect(mechanism.bodies.map(({ name }) => name)).toEqual(['base', 'upper', 'lower'])
    expectClose(places(mechanism)['lower']?.position, [0, 0, 3])
    expect(mechanism.sites).toMatchObject([{ name: 'tip', body: 'lower' }])
  })

  it('has the rules of its own version', () => {
    const { mechanism, warnings } = mechanismFromSdf(
      linkwork,
      world('<include><uri>model://old</uri></include>'),
      { include }
    )
    expect(mechanism.joints).toMatchObject([{ name: 'arm_joint', axis: expect.anything() }])
    expectClose(mechanism.joints[0]?.axis, [0, -1, 0])
    expect(warnings).toEqual([
      'line 1: model://old: model "old", joint "arm": name: expected a name of its own, found "arm", which another element of the model has; it is read as "arm_joint"'
    ])
  })

  it('of a light is left out with a warning', () => {
    const text = world(
      `<include><uri>model://light</uri></include><model name="m">${link('a')}</model>`
    )
    expect(mechanismFromSdf(linkwork, text, { include }).warnings).toEqual([
      'line 1: world "w", include: <light> of "model://light" is left out'
    ])
  })

  it.each([
    ['model://self', /uri: "model:\/\/self" includes itself/],
    ['model://none', /not well-formed XML/]
  ])('is refused: %s', (uri, message) => {
    const text = world(`<include><uri>${uri}</uri></include>`)
    expect(() => mechanismFromSdf(linkwork, text, { include })).toThrow(message)
    expect(() => mechanismFromSdf(linkwork, text)).toThrow(/give an option include that reads it/)
  })
})
