import { described, optionsOf, reading, text } from '../checks.js'
import { MechanismError } from '../errors.js'
import { brief, suggestion } from '../suggestion.js'

/** The bytes of a mesh's file, by the uri that a robot's file calls it; rejects where there is none. */
export type MeshResolver = (
  uri: string
) => ArrayBuffer | ArrayBufferView | Blob | Promise<ArrayBuffer | ArrayBufferView | Blob>

export interface MeshUrlOptions {
  /** URLs of folders by the name of the package; default: the folder of that name in `base`. */
  readonly packages?: Readonly<Record<string, string | URL>> | undefined
}

/** The address of a mesh whose uri is relative to a folder, `package://name/path`, or absolute. */
export function meshUrl(uri: string, base: string | URL, options?: MeshUrlOptions): URL {
  const { packages = {} } = optionsOf(options, ['packages'])
  const [, name, path] = /^(?:package|model):\/\/([^/]+)\/(.*)$/s.exec(text(uri, 'uri')) ?? []
  if (name === undefined || path === undefined) return urlIn(folderAt(base, 'base'), uri)
  const own = reading('packages', () =>
    Object.hasOwn(packages, name) ? packages[name] : undefined
  )
  if (own !== undefined) return urlIn(folderAt(own, `packages[${described(name)}]`), path)
  return urlIn(folderAt(base, 'base'), `${name}/${path}`)
}

function urlIn(folder: URL, path: string): URL {
  if (URL.canParse(path, folder)) return new URL(path, folder)
  throw new MechanismError(`uri: "${brief(path)}" is no address`)
}

/** Of a page, relative to it. */
function folderAt(given: string | URL, name: string): URL {
  const address = reading(name, () => String(given))
  const page = globalThis.document?.baseURI
  const folder = address.endsWith('/') ? address : `${address}/`
  if (URL.canParse(folder, page)) return new URL(folder, page)
  throw new MechanismError(`${name}: expected the URL of a folder, found ${described(given)}`)
}

/** Fetches meshes from where `meshUrl` says that they are. */
export function urlResolver(base: string | URL, options?: MeshUrlOptions): MeshResolver {
  return async (uri) => {
    const url = meshUrl(uri, base, options)
    const response = await fetch(url)
    if (response.ok) return response.blob()
    throw new MechanismError(`${url}: ${response.status} ${response.statusText}`)
  }
}

/**
 * Finds meshes among files, as a browser gives them of a folder, or by their paths as in a Map: that
 * whose path ends as the uri does for the most folders; of several, that of the shortest path.
 */
export function fileResolver(
  files: Iterable<File | readonly [path: string, file: Blob]>
): MeshResolver {
  const known = reading('files', () =>
    [...files].map((each) => {
      const [path, file] =
        each instanceof Blob ? [each.webkitRelativePath || each.name, each] : each
      if (typeof path !== 'string' || !(file instanceof Blob))
        throw new MechanismError(`files: expected files, found ${described(each)}`)
      return { file, path: segmentsOf(path) }
    })
  )
  known.sort((one, other) => one.path.length - other.path.length)
  return (uri) => {
    const wanted = segmentsOf(text(uri, 'uri').replace(/^\w+:\/\//, ''))
    let [most, found] = [0, undefined as Blob | undefined]
    for (const { path, file } of known) {
      const shared = sharedEnd(path, wanted)
      if (shared > most) [most, found] = [shared, file]
    }
    if (found) return found
    const name = wanted.at(-1) ?? ''
    const names = known.map(({ path }) => path.at(-1) ?? '')
    throw new MechanismError(`no file is named "${brief(name)}"${suggestion(name, 'files', names)}`)
  }
}

/** Folders and name of a path, `.` and `..` followed. */
function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const segment of path.split(/[\\/]/)) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count))
    count++
  return count
}
