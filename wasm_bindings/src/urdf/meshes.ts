import { brief } from '../suggestion.js'
import type { MeshReference } from '../types/mesh-reference.js'
import type { Element } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { vector } from '../xml/values.js'
import type { Bodies } from './bodies.js'
import { originOf } from './origin.js'
import { colorOfVisual, type Materials } from './shapes.js'

/** The meshes of <visual> and <collision>, link by link; a warning says that they are not read. */
export function meshesOf(
  { links, nameOf }: Pick<Bodies, 'links' | 'nameOf'>,
  materials: Materials,
  remarks: Remarks
): MeshReference[] {
  const meshes = links.flatMap((link) =>
    (['visual', 'collision'] as const).flatMap((purpose) =>
      link.element.all(purpose).flatMap((each) => {
        const place = each.tolerant()
        const mesh = place.one('geometry')?.one('mesh')
        const reference =
          mesh && remarks.optional(() => referenceOf(mesh, place, nameOf(link), purpose, materials))
        return reference ? [{ mesh, reference }] : []
      })
    )
  )
  const [first] = meshes
  if (first) {
    const more = meshes.length > 1 ? ` and ${meshes.length - 1} more` : ''
    remarks.at(
      first.mesh,
      `"${brief(first.reference.uri)}"${more}: files of meshes are not read; meshes of the import lists them`
    )
  }
  return meshes.map(({ reference }) => reference)
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
    color: colorOfVisual(place, materials)
  }
}
