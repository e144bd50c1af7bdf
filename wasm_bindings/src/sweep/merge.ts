import { MechanismError } from '../errors.js'
import type { Linkwork } from '../types/linkwork.js'
import { readManifest, SweepFolder } from './folder.js'
import { openSweep } from './sweep.js'

/** Brings the parts of several folders of one sweep together in another, or in one of them. */
export async function mergeFolders(
  linkwork: Linkwork,
  paths: readonly string[],
  into: string
): Promise<SweepFolder> {
  const folders: SweepFolder[] = []
  for (const path of paths) {
    const manifest = await readManifest(path)
    if (manifest === undefined)
      throw new MechanismError(`${path}: expected a folder of a sweep, found no manifest.json`)
    folders.push(await SweepFolder.open(path, openSweep(linkwork, manifest.spec)))
  }
  const [first] = folders as [SweepFolder]
  const other = folders.find(({ sweep }) => sweep.id !== first.sweep.id)
  if (other) throw new MechanismError(`${other.path}: holds another sweep than ${first.path}`)
  const result = await SweepFolder.open(into, first.sweep)
  for (const folder of folders) {
    const lacking = new Set(await folder.missing())
    for (const part of await result.missing())
      if (!lacking.has(part)) await result.write(part, await folder.read(part))
  }
  return result
}
