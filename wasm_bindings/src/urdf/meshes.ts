import { brief } from '../suggestion.js'
import type { MeshReference } from '../types/mesh-reference.js'
import type { Element } from '../xml/element.js'
import { vector } from '../xml/values.js'
import { originOf } from './origin.js'
import type { Link, Robot } from './robot.js'
import { colorIn, type Materials, materialsOf } from './shapes.js'

/** The meshes of <visual> and <collision>, link by link; a warning says that they are not read. */
export function meshesOf(
  robot: Robot,
  nameOf: (link: Link) => string,
  warnings: string[]
): MeshReference[] {
  const materials = materialsOf(robot.element)
  const meshes = [...robot.links].flatMap((link) =>
    (['visual', 'collision'] as const).flatMap((purpose) =>
      link.element.all(purpose).flatMap((place) => {
        const mesh = place.one('geometry')?.one('mesh')
        return mesh ? [{ mesh, ...referenceOf(mesh, place, nameOf(link), purpose, materials) }] : []
      })
    )
  )
  const [first] = meshes
  if (first) {
    const { line, place } = first.mesh
    const more = meshes.length > 1 ? ` and ${meshes.length - 1} more` : ''
    warnings.push(
      `line ${line}: ${place}: "${brief(first.uri)}"${more}: files of meshes are not read; ` +
        'meshes of the import lists them'
    )
  }
  return meshes.map(({ mesh: _, ...reference }) => reference)
}

function referenceOf(
  mesh: Element,
  place: Element,
  body: string,
  purpose: MeshReference['purpose'],
  materials: Materials
): MeshReference {
  return {
    body,
    purpose,
    uri: mesh.needText('filename'),
    scale: vector(mesh, 'scale', [1, 1, 1]),
    frame: originOf(place),
    color: colorIn(place, materials)
  }
}
