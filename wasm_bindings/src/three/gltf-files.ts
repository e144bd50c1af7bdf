import { MechanismError } from '../errors.js'
import type { MeshFormat } from './mesh-files.js'

/** Numbers of one kind that a file may request without holding them. */
const mostEmpty = 1e7

/** Extensions whose data need external decoders. */
const packed = [
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_texture_basisu'
]

/** glTF, as JSON or binary. */
export const gltf: MeshFormat = {
  read: async (bytes, manager, words) => {
    // Images that three.js decodes in browsers never load without them.
    const { uris, images } = insideGltf(bytes)
    if ((uris.length > 0 || images.length > 0) && typeof ProgressEvent === 'undefined')
      throw new MechanismError(
        'has textures or names files, which three.js reads in browsers alone'
      )
    requireReadable(insideGltf(bytes))
    const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js')
    const { scene } = await words.throughout(() => new GLTFLoader(manager).parseAsync(bytes, ''))
    if (!scene) throw new MechanismError('holds no scene')
    return scene
  },
  references: (bytes) => insideGltf(bytes).uris
}

interface Gltf {
  readonly extensionsRequired?: readonly string[]
  readonly accessors?: readonly { readonly bufferView?: number; readonly count?: number }[]
  readonly buffers?: readonly { readonly uri?: string }[]
  readonly images?: readonly { readonly uri?: string }[]
}

/** The JSON of a glTF file, of a binary one from its first chunk, and the files that it names. */
function insideGltf(bytes: ArrayBuffer) {
  const text = (part: ArrayBuffer) => new TextDecoder().decode(part)
  const isBinary = text(bytes.slice(0, 4)) === 'glTF'
  const length = isBinary ? new DataView(bytes).getUint32(12, true) : bytes.byteLength
  const json: Gltf = JSON.parse(text(isBinary ? bytes.slice(20, 20 + length) : bytes))
  const { extensionsRequired = [], accessors = [], buffers = [], images = [] } = json
  const uris = [...buffers, ...images].flatMap(({ uri }) => uri ?? [])
  return { extensionsRequired, accessors, images, uris }
}

function requireReadable({ extensionsRequired, accessors }: ReturnType<typeof insideGltf>): void {
  const missing = extensionsRequired.find((name) => packed.includes(name))
  if (missing) throw new MechanismError(`is packed by ${missing}, which is not read here`)
  for (const { bufferView, count = 0 } of accessors)
    if (bufferView === undefined && count > mostEmpty)
      throw new MechanismError(`needs ${count} numbers that it does not hold`)
}
