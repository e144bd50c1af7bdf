import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { classics } from './classics.ts'
import { versionOf } from './drawn-file.ts'
import { drawingOf } from './held-drawing.ts'
import type { Sketch } from './sketch.ts'

const linkwork = await load()

const fileOf = (sketch: Sketch) => linkwork.mechanism(versionOf(sketch).text)

it.each(classics)('an address keeps the drawing of $name', async ({ sketch }) => {
  const sent = JSON.parse(JSON.stringify(sketch))
  expect((await drawingOf(sent, fileOf(sketch)))?.sketch).toEqual(sent)
})

it('what draws another mechanism, or nothing, is no drawing of it', async () => {
  const [four, slider] = classics
  const sketch = four?.sketch
  if (!sketch || !slider) throw new Error('There are no classics.')
  const stray = { id: 'Z', x: 'far', z: 0 }
  for (const held of [
    slider.sketch,
    { ...sketch, points: [...sketch.points, stray] },
    { ...sketch, links: [] },
    { ...sketch, links: sketch.links.map((link) => ({ ...link, material: 'cheese' })) },
    { ...sketch, springs: undefined },
    {},
    [],
    'sketch',
    null
  ])
    expect(await drawingOf(held, fileOf(sketch))).toBeUndefined()
})
