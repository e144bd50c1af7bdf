import { expect, it } from 'vitest'
import { fourBar } from './classic-linkages.ts'
import { versionOf } from './drawn-file.ts'
import { addSpring } from './editing.ts'
import { drawingOf, drawnAs, edited, type File, nameIn } from './read-back.fixture.ts'
import { sentenceOf } from './read-back.ts'
import { pointOf } from './sketch.ts'

/** Copies the first spring of a file, as one repeats its parts with other names. */
function copySpring(file: File, name: string, [barrel, rod]: readonly [string, string]): void {
  const body = (of: string) => nameIn(file.bodies, of)
  const joint = (of: string) => nameIn(file.joints, of)
  const place = [0.1, 0, 0.4]
  file.bodies.push(
    { ...body('spring 1 barrel'), name: barrel },
    { ...body('spring 1 rod'), name: rod }
  )
  const pin = { ...joint('spring 1 barrel'), name: barrel, child: barrel }
  file.joints.push(
    { ...pin, parentFrame: { position: place } },
    { ...joint('spring 1 rod'), name: rod, parent: barrel, child: rod, stiffness: 40 }
  )
  file.loops.push({ ...nameIn(file.loops, 'spring 1'), name, parent: rod })
}

it.each([
  ['as a drawing gives them', 'spring 2 barrel', 'spring 2 rod'],
  ['of one’s own', 'outer', 'inner']
])('a spring that is copied is another one, by names %s', (_, ...halves) => {
  const pin = pointOf(fourBar, 'C')
  const sprung = addSpring(fourBar, { place: [0, 0.4] }, { place: [pin.x, pin.z], point: 'C' })
  const { degreesOfFreedom } = drawnAs({ sketch: sprung, text: versionOf(sprung).text })
  const read = drawingOf(edited(sprung, (file) => copySpring(file, 'spring 2', halves)))
  expect(drawnAs(read).degreesOfFreedom).toBe(degreesOfFreedom)
  const [first, second] = read.sketch.springs
  expect(second).toMatchObject({ id: 'spring 2', to: 'C', stiffness: 40, rest: first?.rest })
  expect(pointOf(read.sketch, second?.from ?? '')).toMatchObject({ x: 0.1, z: 0.4, ground: true })
})

it('a spring that is copied where the first one ends shares its point', () => {
  const sprung = addSpring(fourBar, { place: [0.1, 0.4] }, { place: [0, 0.1], point: 'B' })
  const read = drawingOf(edited(sprung, (file) => copySpring(file, 'twin', ['outer', 'inner'])))
  const [first, second] = read.sketch.springs
  expect(second).toMatchObject({ id: 'twin', from: first?.from, to: first?.to })
  expect(read.sketch.points).toHaveLength(sprung.points.length)
})

it('a copy of a spring whose halves weigh more is named', () => {
  const sprung = addSpring(fourBar, { place: [0, 0.4] }, { place: [0, 0.1], point: 'B' })
  const read = edited(sprung, (file) => {
    copySpring(file, 'spring 2', ['outer', 'inner'])
    nameIn(file.bodies, 'inner').mass = 3
  })
  expect('text' in read ? read.text : sentenceOf(read)).toBe(
    'bodies[6] is no copy of a link or spring that is drawn'
  )
})
