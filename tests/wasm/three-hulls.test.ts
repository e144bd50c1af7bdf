import { load, type Mechanism, MechanismError } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { loadMeshes, type MeshReference, withHulls } from 'linkwork/three'
import { SphereGeometry, Vector3 } from 'three'
import { ConvexHull } from 'three/addons/math/ConvexHull.js'
import { expect, it } from 'vitest'
import { boxStl, stl } from './mesh-files.js'

const linkwork = await load()

const mechanism: Mechanism = {
  linkwork: 1,
  name: 'stone',
  bodies: [{ name: 'stone', mass: 1, centerOfMass: [0.1, 0.2, 0.3], inertia: [0.1, 0.1, 0.1] }],
  joints: [{ name: 'flight', type: 'free', parent: 'world', child: 'stone' }]
}
const mesh = (uri: string, more: Partial<MeshReference> = {}): MeshReference => ({
  body: 'stone',
  purpose: 'collision',
  uri,
  scale: [1, 1, 1],
  frame: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
  color: undefined,
  ...more
})

/** A ball of radius 1, of many thousand triangles, flattened. */
function ballStl(flatness: number): Uint8Array {
  const { position } = new SphereGeometry(1, 100, 50).toNonIndexed().attributes
  const corner = (i: number) => [position!.getX(i), position!.getY(i), position!.getZ(i) * flatness]
  const faces = Array.from({ length: position!.count / 3 }, (_, i) =>
    [0, 1, 2].map((j) => corner(3 * i + j))
  )
  return stl(faces)
}

const plane = stl([
  [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0]
  ],
  [
    [1, 1, 0],
    [1, 0, 0],
    [0, 1, 0]
  ]
])
const line = stl([
  [
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 2]
  ]
])
const files: Readonly<Record<string, Uint8Array>> = {
  'box.stl': boxStl([0.2, 0.4, 0.6]),
  'ball.stl': ballStl(1),
  'disc.stl': ballStl(1e-3),
  'plane.stl': plane,
  'line.stl': line
}
const hulled = async (meshes: readonly MeshReference[], base = mechanism) =>
  withHulls(base, await loadMeshes(meshes, (uri) => files[uri]!))
const pointsOf = ({ contact }: Mechanism, place = 0) => {
  const collider = contact?.colliders[place]
  return collider?.type === 'hull' ? collider.points : []
}

it('wraps a mesh by its corners, in the frame of its body', async () => {
  const placed = mesh('box.stl', {
    scale: [1, 1, 2],
    frame: { position: [1, 0, 0], rotation: [0, 0, 0, 1] }
  })
  const { mechanism: made, warnings } = await hulled([
    placed,
    mesh('box.stl', { purpose: 'visual' })
  ])
  expect(warnings).toEqual([])
  expect(made.contact?.colliders).toHaveLength(1)
  const points = pointsOf(made).map((point) => point.map((part) => Number(part.toFixed(5))))
  const corners = [1, 1.2].flatMap((x) => [0, 0.4].flatMap((y) => [0, 1.2].map((z) => [x, y, z])))
  expect(points).toHaveLength(8)
  expect(points).toEqual(expect.arrayContaining(corners))
})

it.each([
  ['ball.stl', 1],
  ['disc.stl', 1e-3]
])('keeps of %s points that miss a hundredth', async (uri, flatness) => {
  const { mechanism: made } = await hulled([mesh(uri)])
  const points = pointsOf(made)
  expect(points.length).toBeLessThanOrEqual(256)
  expect(points.length).toBeGreaterThan(150)
  expect(linkwork.info(made).bodies).toEqual(['stone'])
  // The faces nearest to the middle, where the ball is round again.
  const round = points.map(([x, y, z]) => new Vector3(x, y, z / flatness))
  const nearest = new ConvexHull()
    .setFromPoints(round)
    .faces.map(({ normal, midpoint }) => normal.dot(midpoint))
  expect(Math.min(...nearest)).toBeGreaterThan(0.97)
})

it('rests on its hull as on a box', async () => {
  const ground: Mechanism = {
    ...mechanism,
    contact: { colliders: [{ type: 'plane', body: 'world' }], selfCollision: true }
  }
  const { mechanism: made } = await hulled([mesh('box.stl')], ground)
  expect(made.contact?.selfCollision).toBe(true)
  using simulation = linkwork.simulate(made, {
    step: 1e-3,
    state: { q: { flight: [0, 0, 0.05, 0, 0, 0, 1] } }
  })
  simulation.advance(1)
  expect(simulation.poses[2]).toBeCloseTo(0, 4)
})

it('reports what spans no volume', async () => {
  const { mechanism: same, warnings } = await hulled([mesh('plane.stl'), mesh('line.stl')])
  expect(same).toEqual(mechanism)
  expect(warnings).toEqual([
    'mesh "plane.stl": no collider is made: it spans no volume',
    'mesh "line.stl": no collider is made: it spans no volume'
  ])
  expect((await hulled([mesh('box.stl', { scale: [1, 1, 0] })])).warnings).toHaveLength(1)
})

it('leaves out what stands still and supports a joint', async () => {
  const arm: Mechanism = {
    ...mechanism,
    bodies: ['base', 'stone'].map((name) => ({ name, mass: 1, inertia: [1, 1, 1] })),
    joints: [
      { name: 'weld', type: 'fixed', parent: 'world', child: 'base' },
      { name: 'pin', type: 'revolute', parent: 'base', child: 'stone' }
    ]
  }
  const { mechanism: made, warnings } = await hulled(
    [mesh('box.stl', { body: 'base' }), mesh('box.stl')],
    arm
  )
  expect(made.contact).toMatchObject({ colliders: [{ body: 'stone' }], selfCollision: false })
  expect(warnings).toEqual([
    'mesh "box.stl": no collider is made: "base" stands still and supports a joint'
  ])
})

it('keeps groups, friction and rules of pairs of a document', async () => {
  const body = (name: string, geom: string) =>
    `<body name="${name}"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <geom type="mesh" name="${name}G" mesh="box" ${geom}/></body>`
  const { mechanism: base, meshes } = mechanismFromMjcf(
    linkwork,
    `<mujoco>
    <asset><mesh name="box" file="box.stl"/></asset>
    <worldbody><geom name="floor" type="plane" size="1 1 1" friction="0.5"/>
    ${body('a', 'friction="0.5" group="3"')}${body('b', 'contype="2" conaffinity="1" group="3"')}
    ${body('c', 'contype="2" conaffinity="1" group="3"')}</worldbody>
    <contact><pair geom1="aG" geom2="floor" friction="0.2 0.2"/><exclude body1="a" body2="b"/></contact></mujoco>`
  )
  expect(base.contact).toMatchObject({ colliders: [{ name: 'floor' }], selfCollision: true })
  expect(base.contact?.pairs).toBeUndefined()
  const { mechanism: made, warnings } = await hulled(meshes, base)
  expect(warnings).toEqual([])
  const colliders = made.contact!.colliders.map(({ name, friction, group, mask }) => {
    return [name, friction, group, mask]
  })
  expect(colliders).toEqual([
    ['floor', 0.5, 1, 3],
    ['aG', 0.5, 1, 3],
    ['bG', 1, 2, 1],
    ['cG', 1, 2, 1]
  ])
  expect(made.contact?.pairs).toEqual([
    { colliders: ['aG', 'bG'], friction: 1 },
    { colliders: ['aG', 'cG'], friction: 1 },
    { colliders: ['aG', 'bG'], touches: false },
    { colliders: ['aG', 'floor'], friction: 0.2 },
    { colliders: ['floor', 'bG'], friction: 1 },
    { colliders: ['floor', 'cG'], friction: 1 }
  ])
  expect(linkwork.info(made).bodies).toEqual(['a', 'b', 'c'])
  // A mesh that is not loaded takes its rules with it.
  const [first] = meshes
  const { pairs } = (await hulled([first!], base)).mechanism.contact!
  expect(pairs).toEqual([{ colliders: ['aG', 'floor'], friction: 0.2 }])
})

it('refuses what was not loaded', async () => {
  expect(() => withHulls(mechanism, {} as never)).toThrow(MechanismError)
  const loaded = await loadMeshes([mesh('box.stl')], (uri) => files[uri]!)
  expect(() => withHulls(3 as never, loaded)).toThrow(MechanismError)
})
