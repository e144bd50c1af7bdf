import { expect, it } from 'vitest'
import { fourBar, sliderCrank } from './classic-linkages.ts'
import { classics } from './classics.ts'
import { versionOf } from './drawn-file.ts'
import { addGear, addLink, addSlider, addSpring, type End, toggleGround } from './editing.ts'
import {
  drawingOf,
  drawnAs,
  edited,
  type File,
  linkwork,
  nameIn,
  without
} from './read-back.fixture.ts'
import { readBack, sentenceOf } from './read-back.ts'
import { emptySketch, pointOf, radiiOf, type Sketch } from './sketch.ts'

const lengthOf = (sketch: Sketch, a: string, b: string) => {
  const [one, other] = [pointOf(sketch, a), pointOf(sketch, b)]
  return Math.hypot(one.x - other.x, one.z - other.z)
}

for (const { name, sketch } of classics)
  it(`${name} is read back as it was drawn`, () => {
    const { text } = versionOf(sketch)
    const read = drawingOf(readBack(linkwork, sketch, text, linkwork.mechanism(text)))
    for (const { id, x, z } of sketch.points) {
      const point = pointOf(read.sketch, id)
      expect([point.x, point.z]).toEqual([expect.closeTo(x, 9), expect.closeTo(z, 9)])
    }
    expect({ ...read.sketch, points: [], links: [] }).toEqual({ ...sketch, points: [], links: [] })
  })

it('a length that is written is the drawing’s, and mass and shape follow', () => {
  const before = lengthOf(fourBar, 'A', 'B')
  const read = drawingOf(
    edited(fourBar, (file) => {
      // The coupler is pinned to the crank's end.
      const joint = file.joints.find(({ parent }: { parent: string }) => parent === 'crank')
      joint.parentFrame.position[0] = 1.2 * before
      file.name = 'Longer'
    })
  )
  expect(read.sketch.name).toBe('Longer')
  expect(lengthOf(read.sketch, 'A', 'B')).toBeCloseTo(1.2 * before, 9)
  expect(lengthOf(read.sketch, 'A', 'D')).toBeCloseTo(lengthOf(fourBar, 'A', 'D'), 9)
  expect(lengthOf(read.sketch, 'B', 'C')).toBeCloseTo(lengthOf(fourBar, 'B', 'C'), 9)
  const crankOf = (text: string) => JSON.parse(text).bodies[0]
  expect(crankOf(read.text)).toEqual(crankOf(versionOf(read.sketch).text))
  expect(crankOf(read.text).mass).toBeGreaterThan(crankOf(versionOf(fourBar).text).mass)
})

it('the ratio of a gear and the numbers of a spring are read', () => {
  const read = drawingOf(
    edited(addSpring(sliderCrank, { place: [0, 0.3] }, { place: [0.2, 0.3] }), (file) => {
      const rod = file.joints.find(({ name }: { name: string }) => name.endsWith(' rod'))
      Object.assign(rod, { stiffness: 250, damping: 2 })
    })
  )
  expect(read.sketch.springs[0]).toMatchObject({ stiffness: 250, damping: 2 })
  const wheels = addGear(emptySketch, { place: [0, 0] }, { place: [0.3, 0] })
  const turned = drawingOf(
    edited(wheels, (file) => {
      const [a, b] = file.couplings[0].terms
      for (const term of [a, b]) if (/wheel 1/.test(term.joint)) term.coefficient = 2
    })
  )
  expect(turned.sketch.gears.map(({ ratio }) => ratio)).toEqual([2])
  const radii = turned.sketch.gears.flatMap((gear) => radiiOf(turned.sketch, gear))
  expect(radii).toEqual([expect.closeTo(0.2, 9), expect.closeTo(0.1, 9)])
})

it('the ratio of a belt is read, and its first wheel stays as large as it is', () => {
  const belt = addGear(emptySketch, { place: [0, 0] }, { place: [0.4, 0] }, { isBelt: true })
  const read = drawingOf(
    edited(belt, (file) => {
      file.couplings[0].terms[1].coefficient = -2
    })
  )
  const [gear] = read.sketch.gears
  expect(gear && radiiOf(read.sketch, gear)).toEqual([0.1, 0.05])
})

it.each([
  ['bodies[0].mass', (file: File) => (file.bodies[0].mass = 3)],
  ['gravity[2]', (file: File) => (file.gravity[2] = -1.6)],
  ['joints[0].damping', (file: File) => (file.joints[0].damping = 0.2)]
])('what no drawing has is named: %s', (path, change) => {
  const file = JSON.parse(versionOf(fourBar).text)
  change(file)
  const read = readBack(
    linkwork,
    fourBar,
    JSON.stringify(file),
    linkwork.mechanism(versionOf(fourBar).text)
  )
  if ('text' in read) throw new Error('it was read back')
  expect(sentenceOf(read)).toBe(`${path} is not as a drawing has it`)
})

it('a link that is deleted is gone from the drawing, with its pins', () => {
  const read = drawingOf(
    edited(fourBar, (file) => {
      file.bodies = without(file.bodies, 'rocker')
      for (const list of ['joints', 'loops'])
        file[list] = file[list].filter(
          ({ parent, child }: { parent: string; child: string }) =>
            parent !== 'rocker' && child !== 'rocker'
        )
      file.initialState.q = Object.fromEntries(
        Object.entries(file.initialState.q).filter(([name]) => nameIn(file.joints, name))
      )
    })
  )
  expect(drawnAs(read)).toEqual({ degreesOfFreedom: 2, links: ['crank AB', 'coupler BCE'] })
  expect(read.sketch.points.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'E'])
  expect(read.sketch.motors).toEqual(fourBar.motors)
  for (const id of ['A', 'B', 'C', 'E']) {
    const [is, was] = [pointOf(read.sketch, id), pointOf(fourBar, id)]
    expect([is.x, is.z]).toEqual([expect.closeTo(was.x, 9), expect.closeTo(was.z, 9)])
  }
})

it('a pin that is deleted parts two links, or lets one go from the ground', () => {
  const parted = drawingOf(edited(fourBar, (file) => (file.loops = [])))
  expect(drawnAs(parted)).toEqual({
    degreesOfFreedom: 3,
    links: ['crank AB', 'coupler BCE', 'rocker DF']
  })
  const [C, F] = ['C', 'F'].map((id) => pointOf(parted.sketch, id))
  expect([F?.x, F?.z]).toEqual([expect.closeTo(C?.x ?? 0, 9), expect.closeTo(C?.z ?? 0, 9)])
  const freed = drawingOf(
    edited(fourBar, (file) => {
      file.joints = [...without(file.joints, 'rocker at D'), ...file.loops]
      file.loops = []
      delete file.initialState.q['rocker at D']
    })
  )
  expect(drawnAs(freed)).toEqual({
    degreesOfFreedom: 3,
    links: ['crank AB', 'coupler BCE', 'rocker DC']
  })
  expect(freed.sketch.points.flatMap(({ id, ground }) => (ground ? [id] : []))).toEqual(['A'])
})

it('a link that is copied with its joint is another one, with any name', () => {
  const read = drawingOf(
    edited(fourBar, (file) => {
      const crank = nameIn(file.bodies, 'crank')
      const joint = nameIn(file.joints, 'crank at A')
      const place = [0.5, 0, 0.1]
      file.bodies.push({ ...crank, name: 'second crank' })
      file.joints.push({
        ...joint,
        name: 'hinge',
        child: 'second crank',
        parentFrame: { position: place }
      })
    })
  )
  expect(drawnAs(read)).toEqual({
    degreesOfFreedom: 2,
    links: ['crank AB', 'coupler BCE', 'rocker DC', 'second crank FG']
  })
  const F = pointOf(read.sketch, 'F')
  expect(F).toMatchObject({ x: 0.5, z: 0.1, ground: true })
  expect(lengthOf(read.sketch, 'F', 'G')).toBeCloseTo(lengthOf(fourBar, 'A', 'B'), 9)
  expect(JSON.parse(read.text).joints.map(({ name }: File) => name)).toContain('second crank at F')
})

it('a copy of a loop closes another cycle, at a pivot that it makes', () => {
  const bar = addLink(emptySketch, { place: [0, 0] }, { place: [0.2, 0] })
  const two = addLink(bar, { place: [0.2, 0], point: 'B' }, { place: [0.3, 0.2] })
  const open = toggleGround(two, { place: [0, 0], point: 'A' })
  const read = drawingOf(
    edited(open, (file) => {
      file.loops.push({
        name: 'pin',
        type: 'revolute',
        parent: 'world',
        child: 'link 2',
        axis: [0, -1, 0],
        parentFrame: { position: [0.25, 0, 0.1] },
        childFrame: { position: [Math.hypot(0.1, 0.2) / 2, 0, 0] }
      })
    })
  )
  expect(drawnAs(read)).toEqual({ degreesOfFreedom: 0, links: ['link 1 AB', 'link 2 BCD'] })
  expect(pointOf(read.sketch, 'D')).toMatchObject({ x: 0.25, z: 0.1, ground: true })
})

it('a motor ends with the pin that it turns', () => {
  const read = drawingOf(
    edited(fourBar, (file) => {
      file.joints = [
        ...without(file.joints, 'crank at A', 'coupler at B'),
        ...file.loops,
        { ...nameIn(file.joints, 'coupler at B'), parent: 'coupler', child: 'crank' }
      ]
      const pin = file.joints.at(-1)
      ;[pin.parentFrame, pin.childFrame] = [pin.childFrame, pin.parentFrame]
      // From the rocker outwards: what hangs from it in the end is the crank.
      const [coupler] = file.joints.filter(({ name }: File) => name === 'rocker at C')
      Object.assign(coupler, { parent: 'rocker', child: 'coupler' })
      ;[coupler.parentFrame, coupler.childFrame] = [coupler.childFrame, coupler.parentFrame]
      file.loops = []
      delete file.initialState.q['crank at A']
    })
  )
  expect(drawnAs(read).degreesOfFreedom).toBe(3)
  expect(read.sketch.motors).toEqual([])
  expect(read.sketch.points.flatMap(({ id, ground }) => (ground ? [id] : []))).toEqual(['D'])
})

it('sliders are deleted with their blocks, and copied', () => {
  const bar = addLink(emptySketch, { place: [0, 0] }, { place: [0.2, 0] })
  const slid = addSlider(bar, { place: [0, 0], point: 'A' }, 0)
  const read = drawingOf(
    edited(slid, (file) => {
      file.bodies.push({ ...nameIn(file.bodies, 'block slider 1'), name: 'block slider 2' })
      const slide = nameIn(file.joints, 'block slider 1 slides')
      file.joints.push({
        ...slide,
        name: 'block slider 2 slides',
        child: 'block slider 2',
        axis: [0, 0, 1],
        parentFrame: { position: [0.2, 0, 0] }
      })
      file.loops.push({
        name: 'end',
        type: 'revolute',
        parent: 'block slider 2',
        child: 'link 1',
        axis: [0, -1, 0],
        childFrame: { position: [0.2, 0, 0] }
      })
    })
  )
  expect(drawnAs(read).degreesOfFreedom).toBe(1)
  expect(read.sketch.sliders).toMatchObject([
    { id: 'slider 1', point: 'A', angle: 0 },
    { id: 'slider 2', point: 'B', angle: Math.PI / 2 }
  ])
  const back = drawingOf(
    edited(read.sketch, (file) => {
      file.bodies = without(file.bodies, 'block slider 2')
      for (const list of ['joints', 'loops'])
        file[list] = file[list].filter(
          (each: { parent: string; child: string }) =>
            each.parent !== 'block slider 2' && each.child !== 'block slider 2'
        )
      delete file.initialState.q['block slider 2 slides']
      delete file.initialState.q['link 1 at B']
    })
  )
  expect(back.sketch.sliders.map(({ id }) => id)).toEqual(['slider 1'])
})

it('gears and belts are deleted, and copied between other wheels', () => {
  const ends = [0, 0.3, 0.6, 0.9].map((x) => ({ place: [x, 0] as const }))
  const [one, two, three, four] = ends as [End, End, End, End]
  const pairs = addGear(addGear(emptySketch, one, two, { ratio: 2 }), three, four, {
    ratio: 3,
    isBelt: true
  })
  const none = drawingOf(edited(pairs, (file) => (file.couplings = [])))
  expect(none.sketch.gears).toEqual([])
  expect(drawnAs(none).degreesOfFreedom).toBe(4)
  const read = drawingOf(
    edited(pairs, (file) => {
      const [gear, belt] = file.couplings
      const terms = ['wheel 3 at C', 'wheel 2 at B'].map((joint, i) => ({
        ...gear.terms[i],
        joint
      }))
      file.couplings = [belt, { ...gear, name: 'second', terms }]
    })
  )
  expect(drawnAs(read).degreesOfFreedom).toBe(2)
  expect(read.sketch.gears).toMatchObject([
    { id: 'belt 1', ratio: 3 },
    { id: 'second', a: { link: 'wheel 2' }, b: { link: 'wheel 3' }, ratio: 2 }
  ])
})

it.each([
  [
    'bodies[3] is no copy of a link or spring that is drawn',
    (file: File) => {
      file.bodies.push({ name: 'ball', mass: 2, inertia: [1, 1, 1] })
      file.joints.push({ ...file.joints[0], name: 'b', child: 'ball' })
    }
  ],
  [
    'joints[3].type is spherical, and pins and slides are drawn',
    (file: File) => {
      file.bodies.push({ ...file.bodies[0], name: 'copy' })
      file.joints.push({ name: 'b', type: 'spherical', parent: 'world', child: 'copy' })
    }
  ],
  [
    'joints[3].axis is not as a drawing has it',
    (file: File) => {
      file.bodies.push({ ...file.bodies[0], name: 'copy' })
      file.joints.push({ ...file.joints[0], name: 'b', child: 'copy', axis: [0, 0, 1] })
    }
  ],
  [
    'couplings[0] turns no two wheels that are drawn by a ratio',
    (file: File) => {
      const [a, b] = ['crank at A', 'coupler at B'].map((name) => nameIn(file.joints, name))
      file.loops = []
      file.couplings.push({
        name: 'odd',
        terms: [
          { joint: a.name, coefficient: 1 },
          { joint: b.name, coefficient: 1 }
        ],
        offset: file.initialState.q[a.name][0] + file.initialState.q[b.name][0]
      })
    }
  ]
])('what is added and cannot be drawn is named: %s', (sentence, change) => {
  const read = edited(fourBar, change)
  expect('text' in read ? read.text : sentenceOf(read)).toBe(sentence)
})
