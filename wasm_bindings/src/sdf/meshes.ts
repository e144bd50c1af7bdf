import type { MeshReference } from '../types/mesh-reference.js'
import { vector } from '../xml/values.js'
import { poseOf } from './frames.js'
import { colorIn } from './links.js'
import type { Part } from './models.js'

/** The meshes of <visual> and <collision>, link by link. */
export function meshesOf(links: readonly Part[]): MeshReference[] {
  return links.flatMap(({ element, name }) =>
    (['visual', 'collision'] as const).flatMap((purpose) =>
      element.all(purpose).flatMap((place): MeshReference[] => {
        const mesh = place.one('geometry')?.one('mesh')
        if (!mesh) return []
        const scale = mesh.one('scale')
        return [
          {
            body: name,
            purpose,
            uri: mesh.need('uri').needText('').trim(),
            scale: scale ? vector(scale, '') : [1, 1, 1],
            frame: poseOf(place),
            color: colorIn(place)
          }
        ]
      })
    )
  )
}
