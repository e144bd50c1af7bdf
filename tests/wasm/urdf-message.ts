import { load, MechanismError } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { expect } from 'vitest'

const linkwork = await load()

/** The error of a refused document, with the class that the package documents. */
export function messageOf(text: string): string {
  try {
    mechanismFromUrdf(linkwork, text)
  } catch (error) {
    expect(error).toBeInstanceOf(MechanismError)
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}
