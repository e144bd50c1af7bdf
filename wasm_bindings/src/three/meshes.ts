import { Group, type Material, MeshStandardMaterial, type Object3D, Texture } from 'three'
import { described, finiteNumbers, reading, text } from '../checks.js'
import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import type { MeshReference } from '../types/mesh-reference.js'
import { isNear, meshesIn } from './drawable.js'
import type { MechanismView } from './mechanism-view.js'
import { type MeshFile, readMesh, whyOf } from './mesh-files.js'
import type { MeshResolver } from './mesh-resolvers.js'

/** A mesh as an object in the frame of its body. */
export interface LoadedMesh {
  readonly mesh: MeshReference
  readonly object: Object3D
}

/**
 * Loads the meshes that a robot's file names: STL, OBJ, COLLADA (.dae), .gltf and .glb, by three.js's
 * loaders. Coordinates are unchanged, of COLLADA in its unit. A file is loaded once, also if named often;
 * what cannot be loaded is a warning, and the others are there.
 *
 * Rejects with a MechanismError where what is given are no meshes.
 */
export async function loadMeshes(
  meshes: readonly MeshReference[],
  resolve: MeshResolver
): Promise<LoadedMeshes> {
  const references = reading('meshes', () => Array.from(meshes, referenceOf))
  if (typeof resolve !== 'function')
    throw new MechanismError(`resolve: expected a function, found ${described(resolve)}`)
  const find = async (uri: string) => bytesOf(await resolve(uri))
  const read = async (uri: string) =>
    readMesh(uri, await find(uri), (name) => find(uri.replace(/[^\\/]*$/, '') + name))
  const uris = [...new Set(references.map(({ uri }) => uri))]
  const results = await Promise.allSettled(uris.map(read))
  const files = new Map<string, MeshFile>()
  const warnings: string[] = []
  for (const [i, result] of results.entries()) {
    const uri = uris[i] as string
    const said = result.status === 'fulfilled' ? result.value.warnings : [whyOf(result.reason)]
    if (result.status === 'fulfilled') files.set(uri, result.value)
    warnings.push(...said.map((each) => `mesh "${brief(uri)}": ${each}`))
  }
  return new LoadedMeshes(references, files, warnings)
}

/** The meshes of a robot, and what could not be loaded. */
export class LoadedMeshes {
  readonly meshes: readonly LoadedMesh[]
  /** Of each mesh that could not be loaded its uri, and why. */
  readonly warnings: readonly string[]
  readonly #files: ReadonlyMap<string, MeshFile>
  readonly #paints = new Map<string, MeshStandardMaterial>()

  constructor(
    references: readonly MeshReference[],
    files: ReadonlyMap<string, MeshFile>,
    warnings: readonly string[]
  ) {
    this.#files = files
    const placed = references.flatMap((mesh) => {
      const file = files.get(mesh.uri)
      return file ? [{ mesh, object: this.#placed(mesh, file) }] : []
    })
    this.meshes = placed.filter(({ object }) => isNear(object))
    const far = placed.filter(({ object }) => !isNear(object)).map(({ mesh }) => brief(mesh.uri))
    const why = 'is moved or scaled to where nothing can be drawn'
    this.warnings = [...warnings, ...new Set(far.map((uri) => `mesh "${uri}": ${why}`))]
  }

  /** Hangs visual meshes, or those of collisions, on the bodies of a view, where they ride. */
  addTo(view: MechanismView, purpose: MeshReference['purpose'] = 'visual'): void {
    for (const { mesh, object } of this.meshes)
      if (mesh.purpose === purpose) view.body(mesh.body).add(object.clone())
  }

  /** Frees geometries, materials and textures, in all views. */
  dispose(): void {
    for (const { object, forget } of this.#files.values()) {
      for (const { geometry, material } of meshesIn(object)) {
        geometry.dispose()
        for (const each of [material].flat()) disposeMaterial(each)
      }
      forget()
    }
    for (const paint of this.#paints.values()) paint.dispose()
  }

  /** Meshes without own colors are painted. */
  #placed({ frame, scale, color }: MeshReference, { object, isPlain }: MeshFile): Object3D {
    const copy = object.clone()
    for (const mesh of meshesIn(copy)) {
      mesh.castShadow = true
      mesh.receiveShadow = true
      if (isPlain) mesh.material = this.#paint(color ?? '#d7dbe0')
    }
    const place = new Group().add(copy)
    place.position.set(...frame.position)
    place.quaternion.set(...frame.rotation)
    place.scale.set(...scale)
    return place
  }

  #paint(color: string): MeshStandardMaterial {
    const known = this.#paints.get(color)
    if (known) return known
    const paint = new MeshStandardMaterial({ color, roughness: 0.55 })
    this.#paints.set(color, paint)
    return paint
  }
}

function disposeMaterial(material: Material): void {
  for (const value of Object.values(material)) if (value instanceof Texture) value.dispose()
  material.dispose()
}

/** A reference, checked. */
function referenceOf(given: MeshReference, place: number): MeshReference {
  const name = `meshes[${place}]`
  return reading(name, () => {
    const { body, purpose, uri, scale, frame, color, contact } = given
    if (purpose !== 'visual' && purpose !== 'collision') {
      const found = described(purpose)
      throw new MechanismError(`${name}.purpose: expected "visual" or "collision", found ${found}`)
    }
    const numbers = (values: unknown, of: string, count: number) =>
      finiteNumbers(values, `${name}.${of}`, count) as never
    return {
      body: text(body, `${name}.body`),
      purpose,
      uri: text(uri, `${name}.uri`),
      scale: numbers(scale, 'scale', 3),
      frame: {
        position: numbers(frame.position, 'frame.position', 3),
        rotation: numbers(frame.rotation, 'frame.rotation', 4)
      },
      color: color === undefined ? undefined : text(color, `${name}.color`),
      ...(contact === undefined ? {} : { contact })
    }
  })
}

/** The bytes alone, of a Node Buffer too, which may be part of a larger one. */
async function bytesOf(found: Awaited<ReturnType<MeshResolver>>): Promise<ArrayBuffer> {
  if (found instanceof Blob) return found.arrayBuffer()
  if (ArrayBuffer.isView(found))
    return new Uint8Array(found.buffer, found.byteOffset, found.byteLength).slice().buffer
  if (found instanceof ArrayBuffer) return found
  throw new MechanismError(`expected the bytes of a file, found ${described(found)}`)
}
