import { brief } from '../suggestion.js'
import type { MeshContact, MeshReference } from '../types/mesh-reference.js'
import type { Element } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { vector } from '../xml/values.js'
import { colorOfGeom, shownGroups } from './contacts.js'
import { canTouch, type Geom } from './geoms.js'
import { type MeshAssets, nameOf } from './mesh-assets.js'
import type { Settings } from './settings.js'
import type { Tree } from './tree.js'

const ofMesh = {
  refpos: 'where the mesh begins',
  refquat: 'how the mesh is turned'
}

/** The meshes of geoms that are shown, and of those that touch, body by body. */
export function meshesOf(
  { world, bodies }: Tree,
  assets: MeshAssets,
  materials: ReadonlyMap<string, Element>,
  contacts: ReadonlyMap<Geom, MeshContact> | undefined,
  settings: Settings,
  remarks: Remarks
): MeshReference[] {
  return [world, ...bodies].flatMap((body) =>
    body.geoms.flatMap((geom) => {
      if (geom.type !== 'mesh') return []
      const { element: asset, inline } = assets.get(geom.element.needText('mesh')) ?? {}
      const file = asset?.text('file')
      if (inline) {
        remarks.once('inline mesh', geom.element, 'its mesh is in the document: it is not drawn')
        return []
      }
      if (!asset || !file) {
        const builtin = asset?.text('builtin')
        const name = brief(geom.element.needText('mesh'))
        if (builtin)
          remarks.counted(
            'builtin mesh',
            geom.element,
            `mesh "${name}", a ${brief(builtin)} that MuJoCo generates, is left out`
          )
        else
          remarks.once('mesh without file', geom.element, 'its mesh has no file, and is left out')
        return []
      }
      remarks.attributes(asset, ofMesh)
      const scale = remarks.optional(() => vector(asset, 'scale', [1, 1, 1])) ?? [1, 1, 1]
      const contact = contacts?.get(geom)
      return purposesOf(geom).map((purpose) => ({
        body: body.name,
        purpose,
        uri: settings.meshFolder + (settings.stripsPaths ? nameOf(file) : file),
        scale,
        frame: geom.pose,
        color: colorOfGeom(geom, materials),
        ...(contact && purpose === 'collision' ? { contact } : {})
      }))
    })
  )
}

function purposesOf(geom: Geom): MeshReference['purpose'][] {
  return [
    ...(geom.group < shownGroups ? (['visual'] as const) : []),
    ...(canTouch(geom) ? (['collision'] as const) : [])
  ]
}
