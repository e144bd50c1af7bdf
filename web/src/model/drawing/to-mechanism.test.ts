import { load } from 'linkwork'
import { describe, expect, it } from 'vitest'
import { Measures } from '../../worker/measures.ts'
import { turning } from '../files/motor-sliders.ts'
import { chebyshev, jansen, klann, peaucellier } from './classic-curves.ts'
import { differential, planetaryGear } from './classic-gears.ts'
import { cognates, fourBar, pantograph, scissorLift, sliderCrank } from './classic-linkages.ts'
import { classics } from './classics.ts'
import { drawn, linksOf, pointsOf } from './drawing-kit.ts'
import { addGear, addLink, changeLink, toggleGround } from './editing.ts'
import { badgeWords, mobilityOf, remarkOf } from './mobility.ts'
import { curvesOf, drawnAt, Puller, tracedIn } from './motion.ts'
import { emptySketch, pointOf, type Sketch } from './sketch.ts'
import { toMechanism } from './to-mechanism.ts'

const linkwork = await load()

/** The curve of a point. */
function curve(sketch: Sketch, point: string) {
  const found = curvesOf(linkwork, sketch).find((each) => each.point === point)
  if (!found) throw new Error(`${point} leaves no curve`)
  return found
}

const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

describe('classics have the freedoms that books say', () => {
  const freedoms: Record<string, number> = { Pantograph: 2, Differential: 2 }
  for (const { name, sketch } of classics) {
    it(name, () => {
      expect(mobilityOf(linkwork, sketch).degreesOfFreedom).toBe(freedoms[name] ?? 1)
    })
  }
})

describe('classics move by their laws', () => {
  for (const { name, sketch } of classics) {
    it(name, () => {
      const { mechanism } = toMechanism(sketch)
      expect(linkwork.info(mechanism).warnings).toEqual([])
      using simulation = linkwork.simulate(mechanism)
      const energy = simulation.energy.kinetic + simulation.energy.potential
      simulation.step(400)
      expect(simulation.constraints.loopError).toBeLessThan(1e-9)
      const scale = simulation.energy.kinetic + 1e-3
      const change = simulation.energy.kinetic + simulation.energy.potential - energy
      expect(Math.abs(change) / scale).toBeLessThan(1e-3)
      // What is drawn from the poses has the lengths of the drawing.
      const now = drawnAt(sketch, simulation.poses)
      for (const { points } of sketch.links) {
        const length = (of: Sketch) => {
          const [a, b] = [pointOf(of, points[0] ?? ''), pointOf(of, points.at(-1) ?? '')]
          return Math.hypot(a.x - b.x, a.z - b.z)
        }
        expect(length(now)).toBeCloseTo(length(sketch), 9)
      }
    })
  }
})

describe('classics keep their energy for twenty seconds', () => {
  for (const { name, sketch } of classics) {
    it(name, () => {
      const { mechanism, turns } = toMechanism(sketch)
      using simulation = linkwork.simulate(mechanism)
      const isDriven = Object.keys(turns).length > 0
      const motors = turning(turns)
      if (isDriven) simulation.tracking.start(motors)
      const measures = new Measures(simulation)
      for (let i = 0; i < 1200; i++) {
        simulation.advance(1 / 60)
        measures.pass(simulation, isDriven ? (motors.damping ?? 0) : 0)
        const { energyError, energyTolerance } = measures.of(simulation)
        expect(energyError).toBeLessThan(energyTolerance)
      }
    })
  }
})

it('motors turn their joints as fast as they say', () => {
  const { mechanism, turns } = toMechanism(fourBar)
  expect(turns).toEqual({ 'crank at A': 3 })
  expect(mechanism.joints.map(({ name }) => name)).toContain('crank at A')
})

it('what is marked and ends that nothing is pinned to leave traces, where they are drawn', () => {
  const pendulum = drawn({
    name: 'Pendulum',
    points: pointsOf({ A: [0, 0], B: [0.1, -0.2] }, 'A'),
    links: linksOf({ bar: 'AB' })
  })
  const expected = [
    [fourBar, ['E']],
    [peaucellier, ['C']],
    [pantograph, ['C', 'P']],
    [pendulum, ['B']],
    [sliderCrank, []],
    [differential, []]
  ] as const
  for (const [sketch, points] of expected) {
    const { mechanism } = toMechanism(sketch)
    using model = linkwork.model(mechanism)
    const places = tracedIn(sketch).map(({ body, point: [px, , pz] }) => {
      const at = 7 * mechanism.bodies.findIndex(({ name }) => name === body)
      const [x = 0, z = 0, sine = 0, cosine = 1] = [at, at + 2, at + 4, at + 6].map(
        (i) => model.poses(model.start)[i]
      )
      const angle = -2 * Math.atan2(sine, cosine)
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      return [x + c * px - s * pz, z + s * px + c * pz]
    })
    const desired = points.map((id) => {
      const { x, z } = pointOf(sketch, id)
      return [expect.closeTo(x, 9), expect.closeTo(z, 9)]
    })
    expect(places).toEqual(desired)
  }
})

it('a crank of Grashof’s goes round, Peaucellier’s point goes straight', () => {
  expect(curve(fourBar, 'E').isClosed).toBe(true)
  const { places } = curve(peaucellier, 'C')
  expect(spread(places.map(([x]) => x))).toBeGreaterThan(0.2)
  expect(spread(places.map(([, z]) => z))).toBeLessThan(1e-9)
  // (arm² − side²) / 2 radius
  expect(places[0]?.[1]).toBeCloseTo(-(0.25 ** 2 - 0.11 ** 2) / (2 * 0.085), 9)
})

it('Chebyshev’s point is almost straight: within 1 part in 50 of its way', () => {
  const { places, isClosed } = curve(chebyshev, 'P')
  expect(isClosed).toBe(true)
  const middle = places.filter(([x, z]) => x > 0.06 && x < 0.18 && z < 0.25)
  expect(spread(middle.map(([x]) => x))).toBeGreaterThan(0.09)
  expect(spread(middle.map(([, z]) => z))).toBeLessThan(0.02 * 0.12)
  expect(spread(middle.map(([, z]) => z))).toBeGreaterThan(1e-6)
})

it('legs step: a long way on the floor, and a return above it', () => {
  for (const [sketch, foot] of [
    [klann, 'G'],
    [jansen, 'P']
  ] as const) {
    const { places, isClosed } = curve(sketch, foot)
    expect(isClosed).toBe(true)
    const heights = places.map(([, z]) => z)
    const low = places.filter(([, z]) => z < Math.min(...heights) + 0.15 * spread(heights))
    expect(low.length / places.length).toBeGreaterThan(0.35)
    expect(spread(low.map(([x]) => x))).toBeGreaterThan(0.6 * spread(places.map(([x]) => x)))
    expect(Math.min(...heights)).toBeLessThan(Math.min(...sketch.points.map(({ z }) => z)) + 0.05)
  }
})

it('cognates draw one curve, and the library finds what counting cannot', () => {
  const mobility = mobilityOf(linkwork, cognates)
  expect(mobility).toMatchObject({ counted: -1, degreesOfFreedom: 1 })
  expect(mobility.redundant.length).toBeGreaterThan(0)
  expect(remarkOf(mobility)).toMatch(/^Counting gives −1, .* without crank, rocker, /)
  const alone: Sketch = {
    ...cognates,
    links: cognates.links.filter(({ id }) => !/^(left|right)/.test(id)),
    points: cognates.points.filter(({ id }) => 'ABCDP'.includes(id))
  }
  const [all, one] = [curve(cognates, 'P').places, curve(alone, 'P').places]
  for (const [i, [x, z]] of all.entries()) {
    expect(x).toBeCloseTo(one[i]?.[0] ?? Number.NaN, 8)
    expect(z).toBeCloseTo(one[i]?.[1] ?? Number.NaN, 8)
  }
})

it('a pantograph draws twice as large in every pose', () => {
  const puller = new Puller(linkwork, pantograph)
  const moved = puller.pull('P', [0.3, -0.4])
  if (!moved) throw new Error('it does not move')
  const [C, P] = [pointOf(moved, 'C'), pointOf(moved, 'P')]
  expect([P.x, P.z]).toEqual([expect.closeTo(0.3, 6), expect.closeTo(-0.4, 6)])
  expect(P.x / C.x).toBeCloseTo(2, 8)
  expect(P.z / C.z).toBeCloseTo(2, 8)
  puller.dispose()
})

it('a scissor lift keeps its platform level, a piston its line', () => {
  const puller = new Puller(linkwork, scissorLift)
  const lifted = puller.pull('l3', [-0.13, 0.36])
  if (!lifted) throw new Error('it does not move')
  const [left, right] = [pointOf(lifted, 'l3'), pointOf(lifted, 'r3')]
  expect(right.z).toBeCloseTo(left.z, 8)
  expect(left.z).toBeGreaterThan(0.3)
  puller.dispose()
  const { mechanism } = toMechanism(sliderCrank)
  using simulation = linkwork.simulate(mechanism)
  simulation.assemble({ q: { 'crank at A': 2 } })
  const piston = pointOf(drawnAt(sliderCrank, simulation.poses), 'C')
  expect(piston.z).toBeCloseTo(0, 9)
  expect(piston.x).toBeCloseTo(
    0.06 * Math.cos(2) + Math.sqrt(0.2 ** 2 - (0.06 * Math.sin(2)) ** 2),
    9
  )
})

it('gears turn by their ratios', () => {
  const { mechanism } = toMechanism(planetaryGear)
  using simulation = linkwork.simulate(mechanism)
  const start = simulation.state.q ?? {}
  const turned = (joint: string) =>
    (simulation.state.q?.[joint]?.[0] ?? 0) - (start[joint]?.[0] ?? 0)
  simulation.assemble({ q: { 'sun at O': 1 } })
  // Willis, with c the planet carrier: ω_c / ω_sun = sun / (sun + ring)
  expect(turned('planet carrier at O')).toBeCloseTo(0.06 / (0.06 + 0.15), 9)
  const other = toMechanism(differential).mechanism
  using axle = linkwork.simulate(other)
  axle.assemble({ q: { 'left sun at O': 0.3, 'right sun at O': 0.1 } })
  const carrier = other.initialState?.q?.['planet carrier at O']?.[0] ?? 0
  expect((axle.state.q?.['planet carrier at O']?.[0] ?? 0) - carrier).toBeCloseTo(0.2, 9)
})

it('a belt turns both wheels the same way, by the ratio of their radii', () => {
  const end = (x: number) => ({ place: [x, 0] as const })
  const belt = addGear(emptySketch, end(0), end(0.3), { isBelt: true, ratio: 2.5 })
  expect(badgeWords(mobilityOf(linkwork, belt))).toBe('3 links, 3 joints: 1 degree of freedom')
  const { mechanism } = toMechanism(belt)
  expect(mechanism.couplings).toMatchObject([
    {
      name: 'belt 1',
      terms: [
        { joint: 'wheel 2 at B', coefficient: 1 },
        { joint: 'wheel 1 at A', coefficient: -2.5 }
      ]
    }
  ])
  using simulation = linkwork.simulate(mechanism)
  simulation.assemble({ q: { 'wheel 1 at A': 0.4 } })
  expect(simulation.state.q?.['wheel 2 at B']?.[0]).toBeCloseTo(1, 9)
})

it('a belt from a fixed wheel keeps an equal wheel on an arm upright', () => {
  const arm = toggleGround(addLink(emptySketch, { place: [0, 0] }, { place: [0.3, 0] }), {
    place: [0, 0],
    point: 'A'
  })
  const [A, B] = [
    { place: [0, 0] as const, point: 'A' },
    { place: [0.3, 0] as const, point: 'B' }
  ]
  const belted = addGear(arm, A, B, { isBelt: true })
  const standing = belted.gears[0]?.a.link ?? ''
  const sketch = changeLink(belted, standing, { fixed: true })
  expect(mobilityOf(linkwork, sketch)).toMatchObject({ degreesOfFreedom: 1, idle: [] })
  using simulation = linkwork.simulate(toMechanism(sketch).mechanism)
  simulation.assemble({ q: { 'link 1 at A': 1.1 } })
  const { q = {} } = simulation.state
  const turning = sketch.gears[0]?.b.link
  expect((q['link 1 at A']?.[0] ?? 0) + (q[`${turning} at B`]?.[0] ?? 0)).toBeCloseTo(0, 9)
})

it('a wheel is about its point, also where that is not the first of its link', () => {
  const bar = addLink(emptySketch, { place: [0, 0] }, { place: [0.3, 0] })
  const end = { place: [0.3, 0] as const, point: 'B' }
  const wheels = addGear(bar, end, { place: [0.5, 0] })
  const [body] = toMechanism(wheels).mechanism.bodies
  const disc = body?.shapes?.find((shape) => shape.type === 'cylinder' && shape.radius > 0.09)
  expect(disc?.frame?.position?.[0]).toBeCloseTo(0.3, 12)
  // The wheel is as heavy as a bar many times as long: the middle of both is near to it.
  expect(body?.centerOfMass?.[0]).toBeGreaterThan(0.25)
})

it('says of wheels that nothing keeps apart that they turn nothing', () => {
  const arm = toggleGround(addLink(emptySketch, { place: [0, 0] }, { place: [0.3, 0] }), {
    place: [0, 0],
    point: 'A'
  })
  const end = { place: [0.3, 0] as const, point: 'B' }
  const sketch = addGear(arm, end, { place: [0.5, 0] }, { isBelt: true })
  expect(remarkOf(mobilityOf(linkwork, sketch))).toBe(
    'Belt 1 is not connected yet: pin both centers to the ground or to the same link.'
  )
})

it('says what locks a drawing', () => {
  const triangle = drawn({
    name: 'Triangle',
    points: pointsOf({ A: [0, 0], B: [0.1, 0.2], C: [0.3, 0] }, 'AC'),
    links: linksOf({ left: 'AB', right: 'BC' })
  })
  const mobility = mobilityOf(linkwork, triangle)
  expect(badgeWords(mobility)).toBe('3 links, 3 joints: no degrees of freedom')
  expect(remarkOf(mobility)).toBe('Locked: removing left or right would let it move.')
})

it('names the bar too many of a parallelogram', () => {
  const points = pointsOf(
    { A: [0, 0], B: [0.05, 0.2], C: [0.2, 0], D: [0.25, 0.2], E: [0.4, 0], F: [0.45, 0.2] },
    'ACE'
  )
  const links = linksOf({ first: 'AB', second: 'CD', third: 'EF', top: 'BDF' })
  const mobility = mobilityOf(linkwork, drawn({ name: 'Parallel bars', points, links }))
  expect(mobility).toMatchObject({ counted: 0, degreesOfFreedom: 1 })
  expect(mobility.redundant).toEqual(['first', 'second', 'third'])
})

it('what nothing holds may move freely; what holds nothing has no freedom', () => {
  const loose = drawn({
    name: 'Loose',
    points: pointsOf({ A: [0, 0], B: [0.1, 0.2], C: [0.3, 0] }, ''),
    links: linksOf({ left: 'AB', right: 'BC' })
  })
  expect(mobilityOf(linkwork, loose).degreesOfFreedom).toBe(4)
  expect(mobilityOf(linkwork, drawn({ name: 'Nothing' })).degreesOfFreedom).toBe(0)
})

it('a spring swings a bar, and counts as no link', () => {
  const sprung = drawn({
    name: 'Sprung',
    points: pointsOf({ A: [0, 0], B: [0.2, 0], C: [0.2, 0.3] }, 'AC'),
    links: linksOf({ bar: 'AB' }),
    springs: [{ id: 'spring', from: 'C', to: 'B', stiffness: 200, damping: 0, rest: 0.25 }]
  })
  expect(badgeWords(mobilityOf(linkwork, sprung))).toBe('2 links, 1 joint: 1 degree of freedom')
  const { mechanism } = toMechanism(sprung)
  expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
  const { potential } = linkwork.energy(mechanism)
  const weight = mechanism.bodies.reduce(
    (sum, { mass, name }) => sum + (name === 'bar' ? 0 : mass),
    0
  )
  // ½ k (l − rest)² and the weight of the spring's own halves at their middles.
  expect(potential).toBeCloseTo(0.5 * 200 * 0.05 ** 2 + weight * 9.81 * 0.15, 3)
})
