import type { Mechanism } from 'linkwork'
import type { PathFile } from './gathered.ts'
import { ownEntry } from './own-entry.ts'
import type { OwnMechanism } from './own-mechanism.ts'
import { formatOf, robotsIn } from './robot-file.ts'

/** A mechanism from a file of the user, and the omitted parts of the file. */
export interface OpenedFile {
  readonly own: OwnMechanism
  /** The file's name. */
  readonly name: string
  readonly warnings: readonly string[]
}

/** Larger files are not read [bytes]. */
const largest = 16e6

/**
 * Reads the robot or mechanism file among dropped or chosen files. Throws an Error with the reason if
 * the file is not valid or its mechanism cannot move.
 */
export async function readMechanism(files: readonly PathFile[]): Promise<OpenedFile> {
  const [main, ...others] = await robotsIn(files)
  if (!main) throw new Error(nothingIn(files))
  const [, file] = main
  try {
    const { own, warnings } = await readOne(file, files)
    const left = others.map(([, { name }]) => name)
    return { own, name: file.name, warnings: [...warnings, ...leftOut(left)] }
  } catch (error) {
    throw new Error(`${file.name}: ${(error as Error).message}`)
  }
}

async function readOne(file: File, files: readonly PathFile[]) {
  if (file.size > largest) {
    const [found, most] = [file.size, largest].map((bytes) => (bytes / 1e6).toPrecision(3))
    throw new Error(`expected at most ${most} MB, found ${found} MB`)
  }
  const text = await file.text()
  const isXml = /^\uFEFF?\s*</.test(text)
  if (!isXml) requireMechanism(JSON.parse(text))
  const { readMechanismFile, readRobot, requireMovable } = await import('./read-text.ts')
  const { own, warnings } = isXml
    ? await readRobot(text, formatOf(file.name, text), files)
    : await readMechanismFile(text)
  const name = own.mechanism.name || file.name.replace(/\.\w+$/, '')
  const named = { ...own, mechanism: { ...own.mechanism, name } }
  await requireMovable(ownEntry(named))
  return { own: named, warnings }
}

function nothingIn(files: readonly PathFile[]): string {
  if (files.some(([path]) => path.endsWith('.xacro')))
    return 'There is a robot in xacro alone, which has to be expanded first: xacro robot.urdf.xacro > robot.urdf'
  return 'There is no robot (URDF, MJCF, SDF) and no mechanism file in it.'
}

/** Returns remarks about other files that could be opened. */
function leftOut(names: readonly string[]): string[] {
  const [first] = names
  if (!first) return []
  const more = names.length > 1 ? ` and ${names.length - 1} more` : ''
  return [`${first}${more} could be opened too: drop it with its meshes alone`]
}

/** Throws if a value is not a mechanism. Errors in mechanisms are reported by the library. */
function requireMechanism(value: unknown): void {
  const { bodies, joints } = Object(value) as Partial<Mechanism>
  if (Array.isArray(bodies) && Array.isArray(joints)) return
  throw new Error('expected URDF, MJCF, SDF, or a mechanism file with bodies and joints')
}
