import { fileResolver, loadMeshes, type MeshReference } from 'linkwork/three'
import { Box3 } from 'three'
import { count } from '../mechanisms/entry.ts'
import type { PathFile } from './gathered.ts'
import { keepMeshes } from './kept-meshes.ts'
import type { OwnMeshes } from './own-mechanism.ts'

// Apart from the page: it brings three.js's loaders.

/** Larger files of meshes are not read, nor more of all together [bytes]. */
const largest = 64e6
const mostTogether = 256e6

/** So many missing files are named. */
const mostNames = 3

/** Loads the visual meshes of a robot out of the files that came with it. */
export async function meshesAmong(
  files: readonly PathFile[],
  references: readonly MeshReference[]
): Promise<{ readonly meshes?: OwnMeshes; readonly warnings: readonly string[] }> {
  const visual = references.filter(({ purpose }) => purpose === 'visual')
  if (visual.length === 0) return { warnings: [] }
  const find = fileResolver(files)
  const uris = new Set(visual.map(({ uri }) => uri))
  const missing = new Set<string>()
  let together = 0
  const loaded = await loadMeshes(visual, (uri) => {
    try {
      const { size } = find(uri) as Blob
      together += size
      requireAtMost(largest, size, '')
      requireAtMost(mostTogether, together, ' of all meshes')
    } catch (error) {
      if (uris.has(uri) && /no file is named/.test((error as Error).message)) missing.add(uri)
      throw error
    }
    return find(uri)
  })
  const broken = loaded.warnings.filter((each) => !/^mesh "[^"]*": no file is named/.test(each))
  const warnings = [...whatIsMissing([...missing]), ...broken]
  if (loaded.meshes.length === 0) return { warnings }
  const boxes = loaded.meshes.map(({ mesh: { body }, object }) => {
    const { min, max } = new Box3().setFromObject(object)
    return { body, min: min.toArray(), max: max.toArray() }
  })
  return { meshes: { id: keepMeshes(loaded), boxes }, warnings }
}

function requireAtMost(most: number, found: number, of: string): void {
  if (found <= most) return
  const [size, limit] = [found, most].map((bytes) => (bytes / 1e6).toPrecision(3))
  throw new Error(`expected at most ${limit} MB${of}, found ${size} MB`)
}

/** Names the missing files in one sentence. */
function whatIsMissing(uris: readonly string[]): string[] {
  if (uris.length === 0) return []
  const names = uris.slice(0, mostNames).map((uri) => uri.replace(/^.*[\\/]/s, ''))
  const more = uris.length > mostNames ? ` and ${uris.length - mostNames} more` : ''
  const are = uris.length === 1 ? 'is' : 'are'
  return [
    `${count(uris.length, 'mesh', 'meshes')} ${are} not among the files and not drawn: ` +
      `${names.join(', ')}${more}. Drop the folder that holds the robot and its meshes.`
  ]
}
