import type { Mechanism } from 'linkwork'

/** A mechanism from a file of the visitor's own. */
export interface OwnMechanism {
  readonly mechanism: Mechanism
  readonly warnings: readonly string[]
}

/** Files that the page can open, as a file dialog asks for them. */
export const openable = '.urdf,.xml,.json'

/**
 * Reads URDF or a mechanism file, whichever the text is. Throws an Error that tells what is wrong
 * with the text; whether the mechanism can move is found out when it is built.
 */
export async function readMechanism(file: File): Promise<OwnMechanism> {
  const text = await file.text()
  const name = file.name.replace(/\.\w+$/, '')
  if (/^\uFEFF?\s*</.test(text)) {
    const { readUrdf } = await import('./read-urdf.ts')
    const { mechanism, warnings } = await readUrdf(text)
    return { mechanism: { ...mechanism, name: mechanism.name || name }, warnings }
  }
  const mechanism = JSON.parse(text) as Mechanism
  if (!Array.isArray(mechanism?.bodies) || !Array.isArray(mechanism.joints)) {
    throw new Error('expected URDF, or a mechanism file with bodies and joints')
  }
  return { mechanism: { ...mechanism, name: mechanism.name || name }, warnings: [] }
}
