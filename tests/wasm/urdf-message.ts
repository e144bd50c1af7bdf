import { MechanismError } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { expect } from 'vitest'

/** What is said of a document that is refused, with the class of error that the package promises. */
export function messageOf(text: string): string {
  try {
    mechanismFromUrdf(text)
  } catch (error) {
    expect(error).toBeInstanceOf(MechanismError)
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}
