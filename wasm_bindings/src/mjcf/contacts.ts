import type { Collider, Contact, ContactPair, Shape, Vector3 } from '../types/mechanism.js'
import { colorIn } from '../xml/color.js'
import type { Element } from '../xml/element.js'
import { compose, frameOf } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { numbers } from '../xml/values.js'
import { groupsOf } from './collision-groups.js'
import { exclusionsOf, labelsOf, rulesOfExclusions } from './exclusions.js'
import type { GeomPair } from './geom-pairs.js'
import { type Geom, solidShape } from './geoms.js'
import type { MeshAssets } from './mesh-assets.js'
import { warnOfSoftness } from './softness.js'
import { type Candidate, kindOf, type Touching, touch, touchingGeomsOf } from './touching-geoms.js'
import type { Tree } from './tree.js'

/** Groups of geoms that MuJoCo's viewer shows. */
export const shownGroups = 3

/** '#rrggbb' of a geom or its material. */
export function colorOfGeom(
  { element }: Geom,
  materials: ReadonlyMap<string, Element>
): string | undefined {
  const own = element.text('rgba') === undefined ? undefined : element
  return colorIn(own ?? materials.get(element.text('material') ?? ''), 'rgba')
}

/** The shapes of a body without meshes, which are other files. */
export function shapesOf(geoms: readonly Geom[], materials: ReadonlyMap<string, Element>): Shape[] {
  return geoms.flatMap((geom) => {
    const { solid, pose, group } = geom
    if (!solid || group >= shownGroups) return []
    const color = colorOfGeom(geom, materials)
    return [
      {
        ...solidShape(solid),
        ...frameOf(pose),
        ...(color === undefined ? {} : { color })
      }
    ]
  })
}

/** The colliders of geoms, the groups by which they touch, and the rules of pairs. */
export function contactOf(
  tree: Tree,
  pairs: readonly GeomPair[],
  root: Element,
  meshes: MeshAssets,
  remarks: Remarks
): Contact | undefined {
  const touching = touchingGeomsOf(tree, pairs)
  warnOfApart(touching, remarks)
  const { geoms, bodiesMeet, hasBodyPairs, apart } = touching
  const groups = groupsOf(geoms, kindOf, (a, b) => touch(touching, a, b))
  if (!groups)
    remarks.once(
      'groups',
      root,
      'contype, conaffinity and pairs: too many kinds of geoms; all touch all'
    )
  const exclusions = exclusionsOf(root, tree)
  const labelOf = labelsOf(geoms, exclusions)
  const made = geoms.flatMap((each, i) =>
    colliderOf(each, labelOf(each), meshes, remarks).map((collider) => {
      const bits = groups && groups !== 'all' ? groups[i] : {}
      return [each.body, { ...collider, ...bits }] as const
    })
  )
  if (made.length === 0) return undefined
  const colliders = made.map(([, collider]) => collider)
  const rules = [...rulesOfExclusions(exclusions, made), ...rulesOfPairs(pairs, colliders)]
  return {
    colliders,
    selfCollision: bodiesMeet || (hasBodyPairs && !(apart && !groups)),
    ...(rules.length > 0 ? { pairs: rules } : {})
  }
}

function warnOfApart({ geoms, candidates, hasBodyPairs, apart }: Touching, remarks: Remarks): void {
  if (apart && geoms.length > 0)
    remarks.once(
      'self',
      apart,
      hasBodyPairs
        ? 'bodies touch the ground, and each other in pairs alone'
        : 'bodies touch the ground alone; to change this, set contact.selfCollision'
    )
  const first = candidates.find(({ isGround }) => !isGround)
  if (first && geoms.length === 0)
    remarks.once('colliders', first.geom.element, 'there is nothing to touch: no collider is made')
}

/** The rules of pairs whose geoms are colliders. */
function rulesOfPairs(pairs: readonly GeomPair[], made: readonly Collider[]): ContactPair[] {
  const labels = new Set(made.map(({ name }) => name))
  return pairs.flatMap(({ names, friction }) =>
    names.every((name) => labels.has(name)) ? [{ colliders: names, friction }] : []
  )
}

/** Points of a hull that a mechanism takes. */
const mostPoints = 256

function colliderOf(
  { body, geom, isGround }: Candidate,
  name: string | undefined,
  meshes: MeshAssets,
  remarks: Remarks
): Collider[] {
  const { element, type, solid, pose } = geom
  warnOfSoftness(element, remarks)
  const place = isGround ? compose(body.inWorld, pose) : pose
  const friction =
    element.text('friction') === undefined ? 1 : (numbers(element, 'friction', 1, 3)[0] ?? 1)
  const common = { ...(name === undefined ? {} : { name }), ...frameOf(place), friction }
  if (type === 'plane' && isGround) return [{ body: 'world', type, ...common }]
  const hull = type === 'mesh' ? hullOf(element.text('mesh') ?? '', meshes) : undefined
  const owner = isGround ? 'world' : body.name
  if (hull && hull.length <= mostPoints)
    return [{ body: owner, type: 'hull', points: hull, ...common }]
  const shape = solid && solidShape(solid)
  if (!shape || shape.type === 'ellipsoid') {
    remarks.once(`collider ${type}`, element, `a ${type} touches nothing here: no collider is made`)
    return []
  }
  return [{ body: owner, ...shape, ...common }]
}

/** Corners of the convex hull of a mesh that is in the document. */
function hullOf(name: string, meshes: MeshAssets): Vector3[] | undefined {
  const inline = meshes.get(name)?.inline
  return inline && [...new Set(inline.hull.flat())].map((i) => inline.points[i]!)
}
