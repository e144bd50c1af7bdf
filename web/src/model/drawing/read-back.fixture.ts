import { load } from 'linkwork'
import { expect } from 'vitest'
import { versionOf } from './drawn-file.ts'
import { mobilityOf } from './mobility.ts'
import { readBack, sentenceOf } from './read-back.ts'
import type { Sketch } from './sketch.ts'

/** Files with edits of the text, and the drawings that are read from them. */

export const linkwork = await load()

/** A file, to be changed as a hand would change its text. */
export type File = ReturnType<typeof JSON.parse>

/** Returns the drawing after a function has changed its file. */
export function edited(sketch: Sketch, change: (file: File) => void) {
  const file = JSON.parse(versionOf(sketch).text)
  change(file)
  const text = JSON.stringify(file)
  return readBack(linkwork, sketch, text, linkwork.assemble(text))
}

export function drawingOf(read: ReturnType<typeof readBack>) {
  if (!('text' in read)) throw new Error(`${sentenceOf(read)}`)
  return read
}

/** Returns the part with a name in a list of a file. */
export const without = (list: { name: string }[], ...names: string[]) =>
  list.filter(({ name }) => !names.includes(name))
export const nameIn = (list: { name: string }[], name: string): File =>
  list.find((each) => each.name === name)

/** How a drawing moves, and where its links are. */
export function drawnAs({ sketch, text }: { sketch: Sketch; text: string }) {
  const { degreesOfFreedom } = mobilityOf(linkwork, sketch)
  // The file is the drawing's, to the letter.
  expect(text).toBe(versionOf(sketch).text)
  return {
    degreesOfFreedom,
    links: sketch.links.map(({ id, points }) => `${id} ${points.join('')}`)
  }
}
