import { expect, it } from 'vitest'
import { beltArcs, beltRuns } from './belts.ts'
import { planetaryGear } from './classic-gears.ts'
import { fourBar, sliderCrank } from './classic-linkages.ts'
import { versionOf } from './drawn-file.ts'
import {
  addGear,
  addLink,
  addSlider,
  addSpring,
  changePoint,
  erase,
  place,
  remove,
  toggleGround,
  toggleMotor
} from './editing.ts'
import { linkwork } from './read-back.fixture.ts'
import { withLength } from './relaxing.ts'
import { emptySketch, pointOf, radiiOf, type Sketch } from './sketch.ts'
import { endAt, gearAt, snap, springAt } from './snapping.ts'

const at = (x: number, z: number) => ({ place: [x, z] as const })
const lengthOf = (sketch: Sketch, a: string, b: string) => {
  const [one, other] = [pointOf(sketch, a), pointOf(sketch, b)]
  return Math.hypot(one.x - other.x, one.z - other.z)
}

it('links join at points, and a place on a link becomes a pin of it', () => {
  const one = addLink(emptySketch, at(0, 0), at(0.2, 0))
  const two = addLink(one, { ...at(0.2, 0), point: 'B' }, at(0.3, 0.2))
  const three = addLink(two, { ...at(0.1, 0), link: 'link 1' }, at(0.1, 0.1))
  expect(three.links.map(({ id, points }) => [id, points.join('')])).toEqual([
    ['link 1', 'ABD'],
    ['link 2', 'BC'],
    ['link 3', 'DE']
  ])
  expect(addLink(two, { ...at(0, 0), point: 'A' }, { ...at(0, 0), point: 'A' })).toBe(two)
})

it('ground, sliders, motors and springs come and go', () => {
  const bar = addLink(emptySketch, at(0, 0), at(0.2, 0))
  const A = { ...at(0, 0), point: 'A' }
  const pinned = toggleGround(bar, A)
  expect(pointOf(pinned, 'A').ground).toBe(true)
  expect(pointOf(toggleGround(pinned, A), 'A').ground).toBe(false)
  const motor = toggleMotor(pinned, 'A')
  expect(motor.motors).toMatchObject([{ point: 'A', link: 'link 1' }])
  expect(toggleMotor(motor, 'A').motors).toEqual([])
  const slid = addSlider(pinned, { ...at(0.2, 0), point: 'B' }, 0.5)
  expect(slid.sliders).toMatchObject([{ point: 'B', angle: 0.5 }])
  const sprung = addSpring(pinned, { ...at(0.2, 0), point: 'B' }, at(0.2, 0.1))
  expect(sprung.springs).toMatchObject([{ from: 'B', to: 'C', rest: 0.1 }])
  expect(pointOf(sprung, 'C').ground).toBe(true)
  expect(springAt(sprung, [0.201, 0.05], 0.01)).toBe('spring 1')
  expect(remove(sprung, 'springs', 'spring 1').springs).toEqual([])
})

it('gears make the wheels that they need, and no others', () => {
  const open = addGear(emptySketch, at(0, 0), at(0.2, 0))
  expect(open.links.map(({ points }) => points)).toEqual([['A'], ['B']])
  const onCranks = addGear(fourBar, { ...at(0, 0), point: 'A' }, { ...at(0.26, 0), point: 'D' })
  expect(onCranks.gears).toMatchObject([{ a: { link: 'crank' }, b: { link: 'rocker' } }])
  expect(onCranks.links).toEqual(fourBar.links)
  expect(gearAt(planetaryGear, [0, 0.15], 0.001)).toBe('ring and P')
})

it('a belt goes round the wheels that are there, or round new ones that do not meet', () => {
  const open = addGear(emptySketch, at(0, 0), at(0.2, 0), { isBelt: true, ratio: 3 })
  expect(open.gears).toMatchObject([{ id: 'belt 1', ratio: 3 }])
  expect(open.points.every(({ ground }) => ground)).toBe(true)
  const radiiIn = (sketch: Sketch) => sketch.gears.map((gear) => radiiOf(sketch, gear))
  expect(radiiIn(open)).toEqual([[expect.closeTo(0.075, 12), expect.closeTo(0.025, 12)]])
  const [A, B] = [
    { ...at(0, 0), point: 'A' },
    { ...at(0.2, 0), point: 'B' }
  ]
  const train = addGear(open, B, at(0.4, 0.1), { isBelt: true })
  const [, [first, second] = []] = radiiIn(train)
  expect([first, second]).toEqual([expect.closeTo(0.025, 12), expect.closeTo(0.025, 12)])
  const across = addGear(train, A, { ...at(0.4, 0.1), point: 'C' }, { isBelt: true })
  expect(across.gears[2]?.ratio).toBeCloseTo(0.075 / 0.025, 12)
  // Wheels keep their size while their centers move, if they fit.
  expect(radiiIn(changePoint(open, 'B', { x: 0.3 }))).toEqual(radiiIn(open))
  const [[a = 0, b = 0] = []] = radiiIn(changePoint(open, 'B', { x: 0.05 }))
  expect(a / b).toBeCloseTo(3, 12)
  expect(a + b).toBeLessThan(0.05)
})

it('a belt’s runs touch both wheels, and are found by the pointer', () => {
  for (const [ra, rb] of [
    [0.05, 0.05],
    [0.08, 0.02],
    [0.01, 0.07]
  ] as const) {
    const middles = [[0, 0] as const, [0.12, 0.1] as const] as const
    const arcs = beltArcs(...middles, [ra, rb])
    expect(arcs[0].sweep + arcs[1].sweep).toBeCloseTo(2 * Math.PI, 12)
    for (const [from, to] of beltRuns(arcs))
      for (const [i, [x, z]] of middles.entries()) {
        const [dx, dz] = [to[0] - from[0], to[1] - from[1]]
        const off = Math.abs((x - from[0]) * dz - (z - from[1]) * dx) / Math.hypot(dx, dz)
        expect(off).toBeCloseTo(i === 0 ? ra : rb, 12)
      }
  }
  const belt = addGear(emptySketch, at(0, 0), at(0.2, 0), { isBelt: true })
  expect(gearAt(belt, [0.1, 0.051], 0.002)).toBe('belt 1')
  expect(gearAt(belt, [0.1, 0.03], 0.002)).toBeUndefined()
  expect(remove(belt, 'gears', 'belt 1').gears).toEqual([])
})

it('what is erased leaves nothing that refers to it', () => {
  const less = erase(fourBar, { ...at(0, 0), link: 'crank' })
  expect(less.motors).toEqual([])
  expect(less.points.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D', 'E'])
  const pinless = erase(fourBar, { ...at(0, 0), point: 'C' })
  expect(pinless.links.map(({ points }) => points.join(''))).toEqual(['AB', 'BE'])
  expect(erase(sliderCrank, { ...at(0, 0), point: 'C' }).sliders).toEqual([])
  expect(erase(planetaryGear, { ...at(0, 0), link: 'sun' }).gears).toHaveLength(3)
})

it('a length that is changed leaves all others as they are', () => {
  const longer = withLength(fourBar, ['A', 'B'], 0.12)
  if (!longer) throw new Error('it does not close')
  expect(lengthOf(longer, 'A', 'B')).toBeCloseTo(0.12, 11)
  for (const [a, b] of [
    ['B', 'C'],
    ['C', 'D'],
    ['B', 'E'],
    ['C', 'E'],
    ['A', 'D']
  ] as const)
    expect(lengthOf(longer, a, b)).toBeCloseTo(lengthOf(fourBar, a, b), 11)
  expect(withLength(fourBar, ['A', 'B'], 3)).toBeUndefined()
  const rod = withLength(sliderCrank, ['B', 'C'], 0.22)
  expect(rod && pointOf(rod, 'C').z).toBeCloseTo(0, 11)
})

it('the pointer is drawn to points, links, directions and the grid', () => {
  const how = { reach: 0.01, grid: 0.01 }
  expect(snap(fourBar, [0.003, 0.004], how)).toMatchObject({ point: 'A' })
  const B = pointOf(fourBar, 'B')
  expect(snap(fourBar, [B.x / 2 + 0.004, B.z / 2], how)).toMatchObject({ link: 'crank' })
  expect(snap(emptySketch, [0.034, 0.047], how).place).toEqual([0.03, 0.05])
  const [x, z] = snap(emptySketch, [0.1, 0.099], { ...how, from: [0, 0] }).place
  expect(z / x).toBeCloseTo(1, 9)
  expect(Math.hypot(x, z)).toBeCloseTo(0.14, 9)
  const typed = snap(emptySketch, [0.3, 0.002], { ...how, from: [0, 0], length: 0.123 }).place
  expect(typed).toEqual([expect.closeTo(0.123, 12), expect.closeTo(0, 12)])
  expect(endAt(emptySketch, [1, 1], 1)).toEqual({ place: [1, 1] })
  expect(place(fourBar, at(1, 1)).point).toBe('F')
})

it('nothing rolls on what has the same middle', () => {
  for (const isBelt of [false, true])
    expect(addGear(emptySketch, at(0.1, 0.2), at(0.1, 0.2), { isBelt })).toBe(emptySketch)
})

it('two pivots of a link that are brought together leave it finite', () => {
  const { x, z } = pointOf(fourBar, 'A')
  const { text } = versionOf(changePoint(fourBar, 'B', { x, z }))
  const { bodies } = linkwork.assemble(text)
  // A square of aluminium of 24 mm, 8 mm thick.
  expect(bodies[0]?.mass).toBeCloseTo(2700 * 0.024 ** 2 * 0.008, 12)
})

it('ends of a spring that are brought together leave it one', () => {
  const sprung = addSpring(fourBar, at(0, 0.4), at(0.1, 0.4))
  const [from = '', to = ''] = sprung.springs.flatMap((each) => [each.from, each.to])
  const { x, z } = pointOf(sprung, from)
  const { text } = versionOf(changePoint(sprung, to, { x, z }))
  expect(linkwork.assemble(text).joints.map(({ name }) => name)).toContain('spring 1 rod')
})
