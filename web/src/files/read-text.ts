import { load } from 'linkwork'
import { mechanismFromUrdf, type UrdfImport } from 'linkwork/urdf'

/** Apart from the page: it brings the WebAssembly, which assembles loops, into the page's thread. */
export async function readUrdf(text: string): Promise<UrdfImport> {
  await load()
  return mechanismFromUrdf(text)
}
