import { load } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import type { OwnMechanism } from './read-file.ts'

// Apart from the page: they bring the WebAssembly, which checks mechanisms and assembles loops,
// into the page's thread.

export async function readUrdf(text: string): Promise<OwnMechanism> {
  await load()
  return mechanismFromUrdf(text)
}

export async function readMechanismFile(text: string): Promise<OwnMechanism> {
  const linkwork = await load()
  return { mechanism: linkwork.mechanism(text), warnings: [] }
}
