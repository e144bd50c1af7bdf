import { LoadingManager, Mesh, type Object3D } from 'three'
import { MechanismError } from '../errors.js'
import { brief, listed } from '../suggestion.js'
import { requireDrawable } from './drawable.js'
import { gltf } from './gltf-files.js'
import { LoaderWords, unsigned } from './loader-words.js'

/** Reads one format; where its files name others, as textures, the manager finds these by name. */
export interface MeshFormat {
  readonly read: (
    bytes: ArrayBuffer,
    manager: LoadingManager,
    words: LoaderWords
  ) => Promise<Object3D>
  /** Names of files next to it. */
  readonly references?: (bytes: ArrayBuffer) => readonly string[]
  /** Whether a robot's file has the color. */
  readonly isPlain?: boolean
}

const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes)

interface MarkupPolicy {
  createHTML(markup: string): string
}
let policy: MarkupPolicy | undefined

/**
 * Text as a page under Trusted Types lets a loader read it, if it allows a policy `linkwork-collada`: into
 * a document of its own, in which nothing runs.
 */
function trusted(markup: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: MarkupPolicy): MarkupPolicy }
  }
  policy ??= trustedTypes?.createPolicy('linkwork-collada', { createHTML: (text) => text })
  return policy?.createHTML(markup) ?? markup
}

const formats: Readonly<Record<string, MeshFormat>> = {
  stl: {
    read: async (bytes) => {
      const { STLLoader } = await import('three/addons/loaders/STLLoader.js')
      const geometry = new STLLoader().parse(bytes)
      geometry.computeVertexNormals() // many files have none that count
      return new Mesh(geometry)
    },
    isPlain: true
  },
  obj: {
    read: async (bytes, _, words) => {
      const { OBJLoader } = await import('three/addons/loaders/OBJLoader.js')
      return words.during(() => new OBJLoader().parse(text(bytes)))
    },
    isPlain: true
  },
  dae: {
    read: async (bytes, manager, words) => {
      if (typeof DOMParser === 'undefined')
        throw new MechanismError('COLLADA is read by a DOMParser, of which there is none here')
      // A browser's parser would write its complaint into a document, with styles that a policy forbids.
      const { requireWellFormed } = await import('../xml/document.js')
      requireWellFormed(text(bytes))
      const { ColladaLoader } = await import('three/addons/loaders/ColladaLoader.js')
      // The loader would turn z up into y up; a link has the coordinates of the file.
      const upright = text(bytes).replace(/<up_axis>[^<]*</, '<up_axis>Y_UP<')
      const isCollada = /<(\w+:)?COLLADA\b/.test(upright)
      const parse = () => new ColladaLoader(manager).parse(trusted(upright), '')?.scene
      const scene = isCollada && words.during(parse)
      if (!scene) throw new MechanismError('is no COLLADA')
      return scene
    },
    references: (bytes) =>
      [...text(bytes).matchAll(/<init_from>\s*([^<]*\.\w+)\s*<\/init_from>/g)].map(
        ([, name = '']) => name
      )
  },
  gltf,
  glb: gltf
}

/** The contents of a mesh's file. */
export interface MeshFile {
  /** The solids alone, without lights, cameras and lines. */
  readonly object: Object3D
  /** Whether it has no colors of its own. */
  readonly isPlain: boolean
  /** Files next to it that were not found, and why; what the loader found amiss. */
  readonly warnings: readonly string[]
  /** Frees what was made of files next to it. */
  readonly forget: () => void
}

type Find = (name: string) => Promise<ArrayBuffer>

/** Reads a mesh by the ending of its name; `find` gives the files that it names. */
export async function readMesh(uri: string, bytes: ArrayBuffer, find: Find): Promise<MeshFile> {
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(uri)?.[1]?.toLowerCase() ?? ''
  const format = Object.hasOwn(formats, ending) ? formats[ending] : undefined
  if (!format) {
    const known = listed(Object.keys(formats).map((each) => `.${each}`))
    throw new MechanismError(`expected a name that ends in one of ${known}`)
  }
  try {
    return await readAs(format, bytes, find)
  } catch (error) {
    // A loader that stumbles says what it lacked, and not that the file is to blame.
    const isSlip = [TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind)
    throw isSlip ? new MechanismError(`is damaged: ${whyOf(error)}`) : error
  }
}

async function readAs(format: MeshFormat, bytes: ArrayBuffer, find: Find): Promise<MeshFile> {
  const { urls, warnings } = await filesNextTo(format.references?.(bytes) ?? [], find)
  const forget = () => {
    for (const url of urls.values()) URL.revokeObjectURL(url)
  }
  const manager = new LoadingManager()
  manager.setURLModifier((url) => urls.get(url) ?? (isBlob(url) ? url : (urls.get(white) ?? url)))
  const words = new LoaderWords()
  try {
    const object = await format.read(bytes, manager, words)
    object.traverse((each) => {
      each.visible = !['isLight', 'isCamera', 'isLine', 'isPoints'].some((kind) => kind in each)
    })
    requireDrawable(object)
    const said = [...warnings, ...words.warnings]
    return { object, isPlain: format.isPlain ?? false, warnings: said, forget }
  } catch (error) {
    forget()
    throw error
  }
}

const isBlob = (url: string) => url.startsWith('blob:')
/** A white pixel in place of a missing file, so none is requested from elsewhere. */
const white = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

/** URLs of files by the names that a mesh calls them, those that it holds as text too. */
async function filesNextTo(
  names: readonly string[],
  find: Find
): Promise<{ readonly urls: ReadonlyMap<string, string>; readonly warnings: readonly string[] }> {
  const urls = new Map<string, string>()
  const warnings: string[] = []
  for (const name of new Set(names.length > 0 ? [white, ...names] : [])) {
    if (isBlob(name)) continue
    try {
      const bytes = name.startsWith('data:') ? written(name) : await find(name)
      urls.set(name, URL.createObjectURL(new Blob([bytes])))
    } catch (error) {
      warnings.push(`its file "${brief(name)}": ${whyOf(error)}`)
    }
  }
  return { urls, warnings }
}

/** The bytes that a `data:` URL holds. */
function written(url: string): Uint8Array<ArrayBuffer> {
  const [, kind = '', text = ''] = /^data:([^,]*),(.*)$/s.exec(url) ?? []
  if (!kind.endsWith(';base64')) return new TextEncoder().encode(decodeURIComponent(text))
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

/** The message of any thrown value. */
export function whyOf(error: unknown): string {
  return brief(unsigned(error instanceof Error ? error.message : String(error)), 300)
}
