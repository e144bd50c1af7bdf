import {
  chain,
  drapedChain,
  gearedLeg,
  load,
  type Mechanism,
  miniCheetah,
  type Shape
} from 'linkwork'
import { MechanismView } from 'linkwork/three'
import { Box3, InstancedMesh, Matrix4, Vector3 } from 'three'
import { expect, it } from 'vitest'

const linkwork = await load()

const meshesOf = (view: MechanismView) =>
  view.children.filter((child) => child instanceof InstancedMesh)

/** The box around all solids, in the coordinates of the scene. */
function boxOf(view: MechanismView): Box3 {
  view.updateMatrixWorld(true)
  const whole = new Box3()
  const matrix = new Matrix4()
  for (const mesh of meshesOf(view)) {
    mesh.geometry.computeBoundingBox()
    for (let i = 0; i < mesh.count; i++) {
      mesh.getMatrixAt(i, matrix)
      matrix.premultiply(mesh.matrixWorld)
      whole.union(mesh.geometry.boundingBox?.clone().applyMatrix4(matrix) ?? new Box3())
    }
  }
  return whole
}

it('draws a hanging chain from its hook down to its end', () => {
  using simulation = linkwork.simulate(chain({ links: 5, length: 0.2, startAngle: 0 }))
  const { min, max } = boxOf(new MechanismView(simulation))
  // y is up in the scene; links are 2 · 0.07 of their length thick, pins a little more.
  expect(min.y).toBeLessThanOrEqual(-1)
  expect(min.y).toBeGreaterThan(-1.05)
  expect(max.y).toBeGreaterThan(0)
  expect(max.y).toBeLessThan(0.05)
  const upright = boxOf(new MechanismView(simulation, { up: 'z' }))
  expect(upright.min.z).toBeCloseTo(min.y, 9)
})

it('draws equal links in one call and follows the poses', () => {
  using simulation = linkwork.simulate(chain({ links: 1000 }))
  const view = new MechanismView(simulation)
  expect(meshesOf(view)).toHaveLength(2) // links and pins
  const before = boxOf(view)
  simulation.step(100)
  view.update()
  expect(boxOf(view).equals(before)).toBe(false)
  view.dispose()
})

it('draws every body of a geared leg, and rotors as discs', () => {
  const mechanism = linkwork.mechanism(gearedLeg())
  const view = new MechanismView(mechanism)
  using simulation = linkwork.simulate(mechanism)
  view.update(simulation.poses)
  const box = boxOf(view)
  expect(box.getSize(new Vector3()).y).toBeGreaterThan(0.6) // thigh and shank of some 0.4 m each
  expect(() => view.update([1, 2, 3])).toThrow(/poses: expected/)
})

it('draws bodies without shapes, and the ground, as what they touch with', () => {
  const mechanism = linkwork.mechanism(drapedChain({ links: 10 }))
  const view = new MechanismView(mechanism, { up: 'z' })
  expect(meshesOf(view)).toHaveLength(2) // links and the bar; the ground plane is the scene's
  view.update(mechanism.bodies.flatMap((_, i) => [0.1 * i, 0, 2, 0, 0, 0, 1]))
  const { min, max } = boxOf(view)
  expect(min.z).toBeCloseTo(1.1 - 0.25, 3) // below the bar
  expect(max.z).toBeCloseTo(2.02, 3)
  expect(max.y).toBeCloseTo(0.5 + 0.25, 3)
  expect(max.x).toBeCloseTo(1.02, 3)
})

it('draws a rod from ball to ball at every pose', () => {
  const bar = (name: string, x: number) => ({
    body: { name, mass: 1, centerOfMass: [0, 0, -0.5], inertia: [1, 1, 1] } as const,
    joint: {
      name: `hinge ${name}`,
      type: 'revolute',
      parent: 'world',
      child: name,
      axis: [0, 1, 0],
      parentFrame: { position: [x, 0, 0] }
    } as const
  })
  const bars = [bar('a', 0), bar('b', 1)]
  const ends = {
    parentFrame: { position: [0, 0, -1] },
    childFrame: { position: [0, 0, -1] }
  } as const
  const mechanism: Mechanism = {
    linkwork: 1,
    name: 'two bars and a rod',
    bodies: bars.map(({ body }) => body),
    joints: bars.map(({ joint }) => joint),
    loops: [{ name: 'rod', type: 'rod', parent: 'a', child: 'b', length: 1, ...ends }]
  }
  using simulation = linkwork.simulate(mechanism)
  const view = new MechanismView(mechanism, { up: 'z' })
  const rod = meshesOf(view).at(-1)
  const matrix = new Matrix4()
  for (const [tilt, x, z] of [
    [0, 0, -1],
    [Math.PI / 2, -1, 0]
  ] as const) {
    simulation.setState([tilt, tilt], [0, 0])
    view.update(simulation.poses)
    rod?.getMatrixAt(0, matrix)
    const [from, to] = [new Vector3(0, 0, 0), new Vector3(0, 1, 0)]
    expect(from.applyMatrix4(matrix).distanceTo(new Vector3(x, 0, z))).toBeLessThan(1e-6)
    expect(to.applyMatrix4(matrix).distanceTo(new Vector3(x + 1, 0, z))).toBeLessThan(1e-6)
  }
  view.dispose()
})

it('draws tendons from point to point at every pose', () => {
  const mechanism: Mechanism = {
    linkwork: 1,
    name: 'weight on a rope',
    bodies: [{ name: 'weight', mass: 1, inertia: [1, 1, 1] }],
    joints: [{ name: 'flight', type: 'free', parent: 'world', child: 'weight' }],
    tendons: [
      {
        name: 'rope',
        points: [
          { body: 'world', point: [1, 0, 3] },
          { body: 'world', point: [0, 0, 3] },
          { body: 'weight', point: [0, 0, 0.5] }
        ]
      },
      { name: 'sum', terms: [], stiffness: 1 }
    ]
  }
  const view = new MechanismView(mechanism, { up: 'z' })
  const tendons = meshesOf(view).at(-1)
  expect(tendons?.count).toBe(2)
  const matrix = new Matrix4()
  for (const z of [1, 2.5]) {
    view.update(Float64Array.of(0, 0, z, 0, 0, 0, 1))
    tendons?.getMatrixAt(1, matrix)
    const [from, to] = [new Vector3(0, 0, 0), new Vector3(0, 1, 0)]
    expect(from.applyMatrix4(matrix).distanceTo(new Vector3(0, 0, 3))).toBeLessThan(1e-6)
    expect(to.applyMatrix4(matrix).distanceTo(new Vector3(0, 0, z + 0.5))).toBeLessThan(1e-6)
  }
  view.dispose()
})

it('draws cylinders and hulls by which a body touches', () => {
  const mechanism: Mechanism = {
    linkwork: 1,
    name: 'solids',
    bodies: [{ name: 'a', mass: 1, inertia: [1, 1, 1] }],
    joints: [{ name: 'j', type: 'free', parent: 'world', child: 'a' }],
    contact: {
      colliders: [
        { body: 'a', type: 'cylinder', radius: 0.2, length: 0.6 },
        {
          body: 'a',
          type: 'hull',
          points: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 2, 0],
            [0, 0, 3]
          ]
        }
      ]
    }
  }
  const view = new MechanismView(linkwork.mechanism(mechanism), { up: 'z' })
  expect(meshesOf(view)).toHaveLength(2)
  view.update([0, 0, 0, 0, 0, 0, 1])
  const { min, max } = boxOf(view)
  expect(min.z).toBeCloseTo(-0.3, 6)
  expect(min.x).toBeCloseTo(-0.2, 6)
  expect(max.toArray()).toEqual([1, 2, 3])
})

const shapes: Shape[] = [
  { type: 'box', size: [0.2, 0.4, 0.6], rounding: 0.02, color: '#ff0000' },
  { type: 'sphere', radius: 0.3 },
  { type: 'cylinder', radius: 0.3, endRadius: 0.1, length: 0.6 },
  { type: 'capsule', radius: 0.1, endRadius: 0.05, length: 0.5 },
  {
    type: 'extrusion',
    outline: [
      [-0.1, -0.2],
      [0.1, -0.2],
      [0.1, 0.2],
      [-0.1, 0.2]
    ],
    length: 0.6,
    rounding: 0.02
  },
  { type: 'ellipsoid', semiAxes: [0.1, 0.2, 0.3] },
  { type: 'torus', majorRadius: 0.25, minorRadius: 0.05 },
  {
    type: 'tube',
    curve: {
      kind: 'bezier',
      points: [
        [0, 0, -0.3],
        [0, 0, 0],
        [0, 0, 0.3]
      ]
    },
    radius: 0.1
  },
  {
    type: 'tube',
    curve: {
      kind: 'bSpline',
      degree: 2,
      closed: true,
      points: [
        [0.4, 0.4, 0],
        [-0.4, 0.4, 0],
        [-0.4, -0.4, 0],
        [0.4, -0.4, 0]
      ]
    },
    radius: 0.1
  },
  {
    type: 'patch',
    points: [
      [
        [-0.1, -0.2, -0.3],
        [-0.1, 0.2, -0.3]
      ],
      [
        [0.1, -0.2, 0.3],
        [0.1, 0.2, 0.3]
      ]
    ]
  }
]

/** Half the extent of each of the shapes along its x, y and z; a capsule's thick end is at −z. */
const extents: [lowest: number[], highest: number[]][] = [
  [
    [-0.1, -0.2, -0.3],
    [0.1, 0.2, 0.3]
  ],
  [
    [-0.3, -0.3, -0.3],
    [0.3, 0.3, 0.3]
  ],
  [
    [-0.3, -0.3, -0.3],
    [0.3, 0.3, 0.3]
  ],
  [
    [-0.1, -0.1, -0.35],
    [0.1, 0.1, 0.3]
  ],
  [
    [-0.1, -0.2, -0.3],
    [0.1, 0.2, 0.3]
  ],
  [
    [-0.1, -0.2, -0.3],
    [0.1, 0.2, 0.3]
  ],
  [
    [-0.3, -0.3, -0.05],
    [0.3, 0.3, 0.05]
  ],
  [
    [-0.1, -0.1, -0.3],
    [0.1, 0.1, 0.3]
  ],
  // A quadratic touches the sides of its control polygon in their middles.
  [
    [-0.5, -0.5, -0.1],
    [0.5, 0.5, 0.1]
  ],
  [
    [-0.1, -0.2, -0.3],
    [0.1, 0.2, 0.3]
  ]
]

it.each(shapes.map((shape, index) => ({ shape, index })))(
  'draws a body as its $shape.type, where its frame says',
  ({ shape, index }) => {
    const mechanism: Mechanism = {
      linkwork: 1,
      name: 'drawn',
      bodies: [
        {
          name: 'a',
          mass: 1,
          inertia: [1, 1, 1],
          shapes: [{ ...shape, frame: { position: [1, 2, 3] } }]
        }
      ],
      joints: [{ name: 'j', type: 'free', parent: 'world', child: 'a' }]
    }
    using simulation = linkwork.simulate(mechanism)
    const view = new MechanismView(simulation, { up: 'z' })
    const { min, max } = boxOf(view)
    const [lowest, highest] = extents[index] as [number[], number[]]
    // Round solids are drawn with flat facets, at most 1 - cos(π/16) of the radius inside.
    for (const [axis, place] of [1, 2, 3].entries()) {
      expect(min.getComponent(axis) - place).toBeCloseTo(lowest[axis] as number, 1.5)
      expect(max.getComponent(axis) - place).toBeCloseTo(highest[axis] as number, 1.5)
    }
    view.dispose()
  }
)

it('draws a robot by its shapes alone, equal ones in one call', () => {
  using simulation = linkwork.simulate(miniCheetah())
  const view = new MechanismView(simulation)
  const count = simulation.mechanism.bodies.reduce((sum, { shapes = [] }) => sum + shapes.length, 0)
  expect(meshesOf(view).reduce((sum, mesh) => sum + mesh.count, 0)).toBe(count)
  expect(meshesOf(view).length).toBeLessThan(count / 2)
  const size = boxOf(view).getSize(new Vector3())
  expect(size.x).toBeGreaterThan(size.z) // longer than wide
  view.dispose()
})
