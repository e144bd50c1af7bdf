import type { Mechanism } from 'linkwork'
import { type OwnMechanism, ownEntry } from './own-entry.ts'

/** A mechanism from a file of the visitor's own, and what of the file it has not. */
export interface OpenedFile {
  readonly own: OwnMechanism
  readonly warnings: readonly string[]
}

/** Formats of robots, by the file's ending and by the name of the document's first element. */
const formats = {
  urdf: { endings: ['urdf'], roots: ['robot'] },
  mjcf: { endings: ['mjcf'], roots: ['mujoco', 'mujocoinclude'] },
  sdf: { endings: ['sdf', 'world'], roots: ['sdf'] }
} as const

export type RobotFormat = keyof typeof formats

const formatNames = Object.keys(formats) as RobotFormat[]

/** Files that the page can open, as a file dialog asks for them. */
export const openable = [
  ...formatNames.flatMap((name) => formats[name].endings.map((ending) => `.${ending}`)),
  '.xml',
  '.json'
].join(',')

/** Larger files are not read [bytes]. */
const largest = 16e6

/**
 * Reads a robot or a mechanism file, whichever the text is. Throws an Error that tells what is wrong
 * with the file, or why its mechanism cannot move.
 */
export async function readMechanism(file: File): Promise<OpenedFile> {
  if (file.size > largest) {
    const [found, most] = [file.size, largest].map((bytes) => (bytes / 1e6).toPrecision(3))
    throw new Error(`expected at most ${most} MB, found ${found} MB`)
  }
  const text = await file.text()
  const isXml = /^\uFEFF?\s*</.test(text)
  if (!isXml) requireMechanism(JSON.parse(text))
  const { readMechanismFile, readRobot, requireMovable } = await import('./read-text.ts')
  const { own, warnings } = isXml
    ? await readRobot(text, formatOf(file.name, text))
    : await readMechanismFile(text)
  const name = own.mechanism.name || file.name.replace(/\.\w+$/, '')
  const named = { ...own, mechanism: { ...own.mechanism, name } }
  await requireMovable(ownEntry(named))
  return { own: named, warnings }
}

/** The format whose root comes first; of a document without any, what the file's name says. */
export function formatOf(name: string, text: string): RobotFormat {
  const [, root] = /<(robot|mujoco(?:include)?|sdf)\b/.exec(text) ?? []
  const ending = name.split('.').at(-1)?.toLowerCase()
  const has = (known: readonly string[], word?: string) =>
    word !== undefined && known.includes(word)
  return (
    formatNames.find((format) => has(formats[format].roots, root)) ??
    formatNames.find((format) => has(formats[format].endings, ending)) ??
    'urdf'
  )
}

/** Tells files of other kinds from mechanisms with mistakes, which the library names. */
function requireMechanism(value: unknown): void {
  const { bodies, joints } = Object(value) as Partial<Mechanism>
  if (Array.isArray(bodies) && Array.isArray(joints)) return
  throw new Error('expected URDF, MJCF, SDF, or a mechanism file with bodies and joints')
}
