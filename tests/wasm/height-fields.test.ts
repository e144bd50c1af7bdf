import { type Collider, load, type Mechanism } from 'linkwork'
import { shapeGeometry } from 'linkwork/three'
import { expect, it } from 'vitest'

const linkwork = await load()

const ground = {
  type: 'heightfield',
  body: 'world',
  extents: [3, 2],
  heights: [
    [0, 0.1, 0.2, 0.1],
    [0.3, 0.2, 0.1, 0],
    [0.1, 0, 0.2, 0.4]
  ]
} as const satisfies Collider

const onGround = (collider: Collider): Mechanism => ({
  linkwork: 1,
  name: 'ball',
  bodies: [{ name: 'ball', mass: 1, inertia: [0.004, 0.004, 0.004] }],
  joints: [{ name: 'flight', type: 'free', parent: 'world', child: 'ball' }],
  contact: { colliders: [collider, { type: 'sphere', body: 'ball', radius: 0.1 }] },
  initialState: { q: { flight: [0.3, 0.2, 1, 0, 0, 0, 1] } }
})

it('a ball falls onto a height field, and the queries know it', () => {
  const simulation = linkwork.simulate(onGround(ground), { step: 1e-3 })
  expect(simulation.contacts.closestPoints('ball', 'world')?.distance).toBeGreaterThan(0.5)
  const began = []
  while (began.length === 0 && simulation.time < 1) {
    simulation.step()
    began.push(...simulation.contacts.events())
  }
  expect(began).toHaveLength(1)
  expect(simulation.contacts.forces).toHaveLength(1)
  expect(Math.abs(simulation.contacts.closestPoints('ball', 'world')?.distance ?? 1)).toBeLessThan(
    1e-6
  )
  const [x = 0, y = 0, z = 0] = simulation.q
  const frame = { position: [x, y, z - 0.1] as const, rotation: [0, 0, 0, 1] as const }
  const found = simulation.contacts.overlaps({ type: 'sphere', radius: 0.05, frame })
  expect(found).toEqual([
    { collider: 0, body: -1 },
    { collider: 1, body: 0 }
  ])
})

it('what is drawn is what rays meet', () => {
  const simulation = linkwork.simulate(onGround(ground))
  const points = shapeGeometry(ground).getAttribute('position')
  expect(points.count).toBe(12)
  for (let i = 0; i < points.count; i++) {
    // Just inside, where every ray meets the ground.
    const [x, y] = [0.999999 * points.getX(i), 0.999999 * points.getY(i)]
    const hit = simulation.contacts.castRay([x, y, 2], [0, 0, -1])
    expect(hit?.point[2]).toBeCloseTo(points.getZ(i), 5)
  }
})

it.each([
  [{ body: 'ball' }, 'contact.colliders[0].body: a heightfield belongs to "world" alone'],
  [{ heights: [[0, 1]] }, 'contact.colliders[0].heights: expected at least 2 rows and columns'],
  [{ heights: [[0], [1]] }, 'contact.colliders[0].heights[0]: expected at least 2'],
  [{ heights: [[0, 1], [1]] }, 'contact.colliders[0].heights[1]: expected'],
  [
    {
      heights: [
        [0, 1],
        [1, Number.NaN]
      ]
    },
    'contact.colliders[0].heights[1][1]'
  ],
  [{ extents: [0, 1] }, 'contact.colliders[0].extents[0]']
])('%o is refused', (change, message) => {
  expect(() => linkwork.simulate(onGround({ ...ground, ...change } as never))).toThrow(message)
})
