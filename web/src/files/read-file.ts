import type { Mechanism } from 'linkwork'

/** A mechanism from a file of the visitor's own. */
export interface OwnMechanism {
  readonly mechanism: Mechanism
  readonly warnings: readonly string[]
}

/** Files that the page can open, as a file dialog asks for them. */
export const openable = '.urdf,.xml,.json'

/** Larger files are not read [bytes]. */
const largest = 16e6

/**
 * Reads URDF or a mechanism file, whichever the text is. Throws an Error that tells what is wrong
 * with the file; whether the mechanism can move is found out when it is built.
 */
export async function readMechanism(file: File): Promise<OwnMechanism> {
  if (file.size > largest) {
    const [found, most] = [file.size, largest].map((bytes) => (bytes / 1e6).toPrecision(3))
    throw new Error(`expected at most ${most} MB, found ${found} MB`)
  }
  const text = await file.text()
  const { mechanism, warnings } = await readText(text)
  const name = mechanism.name || file.name.replace(/\.\w+$/, '')
  return { mechanism: { ...mechanism, name }, warnings }
}

async function readText(text: string): Promise<OwnMechanism> {
  const isXml = /^\uFEFF?\s*</.test(text)
  if (!isXml) requireMechanism(JSON.parse(text))
  const { readMechanismFile, readUrdf } = await import('./read-text.ts')
  return isXml ? await readUrdf(text) : await readMechanismFile(text)
}

/** Tells files of other kinds from mechanisms with mistakes, which the library names. */
function requireMechanism(value: unknown): void {
  const { bodies, joints } = Object(value) as Partial<Mechanism>
  if (Array.isArray(bodies) && Array.isArray(joints)) return
  throw new Error('expected URDF, or a mechanism file with bodies and joints')
}
