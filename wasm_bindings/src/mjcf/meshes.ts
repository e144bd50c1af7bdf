import type { MeshReference } from '../types/mesh-reference.js'
import type { Element } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { number, vector } from '../xml/values.js'
import { colorOfGeom, shownGroups } from './contacts.js'
import type { Defaults } from './defaults.js'
import type { Geom } from './geoms.js'
import type { Settings } from './settings.js'
import type { Tree } from './tree.js'

const ofMesh = {
  refpos: 'where the mesh begins',
  refquat: 'how the mesh is turned'
}

/** The meshes of geoms that are shown, and of those that touch, body by body. */
export function meshesOf(
  { world, bodies }: Tree,
  root: Element,
  materials: ReadonlyMap<string, string>,
  defaults: Defaults,
  settings: Settings,
  remarks: Remarks
): MeshReference[] {
  const assets = assetsOf(root, defaults)
  return [world, ...bodies].flatMap((body) =>
    body.geoms.flatMap((geom) => {
      if (geom.type !== 'mesh') return []
      const asset = assets.get(geom.element.needText('mesh'))
      const file = asset?.text('file')
      if (!asset || !file) {
        remarks.once('mesh without file', geom.element, 'its mesh has no file, and is left out')
        return []
      }
      remarks.attributes(asset, ofMesh)
      return purposesOf(geom).map((purpose) => ({
        body: body.name,
        purpose,
        uri: settings.meshFolder + (settings.stripsPaths ? nameOf(file) : file),
        scale: vector(asset, 'scale', [1, 1, 1]),
        frame: geom.pose,
        color: colorOfGeom(geom, materials)
      }))
    })
  )
}

/** By name, which is that of the file where none is given. */
function assetsOf(root: Element, defaults: Defaults): ReadonlyMap<string, Element> {
  const elements = root.all('asset').flatMap((asset) => asset.all('mesh'))
  return new Map(
    elements.map((each) => {
      const name = each.text('name') ?? nameOf(each.text('file') ?? '').replace(/\.[^.]*$/, '')
      return [name, defaults.applied(each, undefined)] as const
    })
  )
}

function purposesOf({ element, group }: Geom): MeshReference['purpose'][] {
  const touches = number(element, 'contype', 1) !== 0 || number(element, 'conaffinity', 1) !== 0
  return [
    ...(group < shownGroups ? (['visual'] as const) : []),
    ...(touches ? (['collision'] as const) : [])
  ]
}

/** The last part of a path. */
const nameOf = (path: string) => path.replace(/^.*[\\/]/s, '')
