import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { fourBar, sliderCrank } from './classic-linkages.ts'
import { classics } from './classics.ts'
import { versionOf } from './drawn-file.ts'
import { addGear, addSpring } from './editing.ts'
import { readBack, writtenPath } from './read-back.ts'
import { emptySketch, pointOf, radiiOf, type Sketch } from './sketch.ts'

const linkwork = await load()

/** A file, to be changed as a hand would change its text. */
type File = ReturnType<typeof JSON.parse>

/** What becomes of a drawing whose file is changed by a function. */
function edited(sketch: Sketch, change: (file: File) => void) {
  const file = JSON.parse(versionOf(sketch).text)
  change(file)
  const text = JSON.stringify(file)
  return readBack(linkwork, sketch, text, linkwork.assemble(text))
}

function drawingOf(read: ReturnType<typeof readBack>) {
  if (!('text' in read)) throw new Error(`${writtenPath(read)} ended it`)
  return read
}

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
  ['joints[0].damping', (file: File) => (file.joints[0].damping = 0.2)],
  ['joints[0].name', (file: File) => (file.joints[0].name = 'hinge')]
])('what no drawing has ends it: %s', (path, change) => {
  const file = JSON.parse(versionOf(fourBar).text)
  change(file)
  const read = readBack(
    linkwork,
    fourBar,
    JSON.stringify(file),
    linkwork.mechanism(versionOf(fourBar).text)
  )
  if ('text' in read) throw new Error('it was read back')
  expect(writtenPath(read)).toBe(path)
})
