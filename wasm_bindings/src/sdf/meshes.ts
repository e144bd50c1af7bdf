import type { MeshReference } from '../types/mesh-reference.js'
import type { Element } from '../xml/element.js'
import { vector } from '../xml/values.js'
import type { Frames } from './frames.js'
import { colorOfVisual } from './links.js'
import type { Models, Part } from './models.js'

/** The meshes of <visual> and <collision>, link by link. */
export function meshesOf({ links, frames }: Models): MeshReference[] {
  return links.flatMap((link) =>
    (['visual', 'collision'] as const).flatMap((purpose) =>
      link.element.all(purpose).flatMap((each) => {
        const place = each.tolerant()
        const found = each.remarks.optional(() => meshOf(place, purpose, link, frames))
        return found ? [found] : []
      })
    )
  )
}

function meshOf(
  place: Element,
  purpose: MeshReference['purpose'],
  { name, frame, place: names }: Part,
  frames: Frames
): MeshReference | undefined {
  const mesh = place.one('geometry')?.one('mesh')
  if (!mesh) return undefined
  const scale = mesh.one('scale')
  return {
    body: name,
    purpose,
    uri: mesh.need('uri').needText('').trim(),
    scale: scale ? vector(scale, '') : [1, 1, 1],
    frame: frames.inLink(place, frame, names),
    color: colorOfVisual(place)
  }
}
