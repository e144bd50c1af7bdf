import type { Collider, Contact, ContactPair, Shape, Vector3 } from '../types/mechanism.js'
import { colorIn } from '../xml/color.js'
import type { Element } from '../xml/element.js'
import { compose, frameOf } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { groupsOf } from './collision-groups.js'
import { exclusionsOf, jointedParents, labelsOf, rulesOfExclusions } from './exclusions.js'
import type { GeomPair } from './geom-pairs.js'
import { type Geom, solidShape } from './geoms.js'
import type { MeshAssets } from './mesh-assets.js'
import type { RigidParts } from './rigid-parts.js'
import { warnOfSoftness } from './softness.js'
import {
  type FrictionPair,
  frictionPairs,
  ownFriction,
  type Surface,
  surfaceOf
} from './surfaces.js'
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

/** A collider without its name, and its geom. */
interface Made extends Candidate {
  readonly collider: Collider
  readonly surface: Surface
}

/** The colliders of geoms, the groups by which they touch, and the rules of pairs. */
export function contactOf(
  tree: Tree,
  parts: RigidParts,
  pairs: readonly GeomPair[],
  root: Element,
  meshes: MeshAssets,
  remarks: Remarks
): Contact | undefined {
  const touching = touchingGeomsOf(tree, pairs)
  const { geoms, robots } = touching
  const groups = groupsOf(
    geoms,
    (each) => kindOf(each, touching),
    (a, b) => touch(touching, a, b)
  )
  if (!groups)
    remarks.once(
      'groups',
      root,
      'contype, conaffinity and pairs: too many kinds of geoms; all touch all'
    )
  const selfCollision = touching.selfCollision && (groups !== undefined || robots.size === 0)
  warnOfApart(touching, selfCollision, remarks)
  const made = geoms.flatMap((each, i) => {
    const bits = groups && groups !== 'all' ? groups[i] : {}
    return colliderOf(each, meshes, remarks).map(({ surface, collider }) => {
      return { ...each, surface, collider: { ...collider, ...bits } }
    })
  })
  if (made.length === 0) return undefined
  const exclusions = exclusionsOf(root, tree, parts)
  if (!selfCollision && robots.size > 0) exclusions.push(...jointedParents(tree))
  const isPlaced = (a: Made, b: Made) =>
    (selfCollision || a.body.isStatic || b.body.isStatic) &&
    parts.canTouch(a.collider.body, b.collider.body) &&
    !a.partners.has(b.geom.name) &&
    (!groups || touch(touching, a, b))
  const frictions = frictionPairs(made, isPlaced)
  if (!frictions)
    remarks.once(
      'frictions',
      root,
      'friction, condim and priority: too many pairs; each has the geometric mean of friction'
    )
  const labelOf = labelsOf(made, exclusions, new Set(frictions?.flatMap(({ pair }) => pair)))
  const colliders = made.map((each): Collider => {
    const name = labelOf(each)
    return name === undefined ? each.collider : { name, ...each.collider }
  })
  const named = colliders.map((collider, i) => [made[i]!.body, collider] as const)
  const rules = [
    ...rulesOfFriction(frictions ?? [], labelOf),
    ...rulesOfExclusions(exclusions, named),
    ...rulesOfPairs(pairs, colliders)
  ]
  return { colliders, selfCollision, ...(rules.length > 0 ? { pairs: rules } : {}) }
}

function warnOfApart(
  { geoms, candidates, robots }: Touching,
  selfCollision: boolean,
  remarks: Remarks
): void {
  const [robot] = robots.values()
  if (robot && geoms.length > 0)
    remarks.once(
      'self',
      robot.element,
      selfCollision
        ? 'bodies of a robot touch the ground and other objects, and each other in pairs alone'
        : 'bodies touch the ground alone; to change this, set contact.selfCollision'
    )
  const first = candidates.find(({ isGround }) => !isGround)
  if (first && geoms.length === 0)
    remarks.once('colliders', first.geom.element, 'there is nothing to touch: no collider is made')
}

/** A rule for each two names. */
function rulesOfFriction(
  frictions: readonly FrictionPair<Made>[],
  labelOf: (made: Made) => string | undefined
): ContactPair[] {
  const rules = new Map<string, ContactPair>()
  for (const { pair, friction } of frictions) {
    const colliders = pair.map((each) => labelOf(each)!) as [string, string]
    rules.set(JSON.stringify(colliders), { colliders, friction })
  }
  return [...rules.values()]
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
  meshes: MeshAssets,
  remarks: Remarks
): Pick<Made, 'collider' | 'surface'>[] {
  const { element, type, solid, pose } = geom
  warnOfSoftness(element, remarks)
  const surface = surfaceOf(element, remarks)
  const place = isGround ? compose(body.inWorld, pose) : pose
  const common = { ...frameOf(place), friction: ownFriction(surface) }
  const made = (collider: Collider) => [{ surface, collider }]
  if (type === 'plane' && isGround) return made({ body: 'world', type, ...common })
  const hull = type === 'mesh' ? hullOf(element.text('mesh') ?? '', meshes) : undefined
  const owner = isGround ? 'world' : body.name
  if (hull && hull.length <= mostPoints)
    return made({ body: owner, type: 'hull', points: hull, ...common })
  const shape = solid && solidShape(solid)
  if (!shape || shape.type === 'ellipsoid') {
    remarks.once(`collider ${type}`, element, `a ${type} touches nothing here: no collider is made`)
    return []
  }
  return made({ body: owner, ...shape, ...common })
}

/** Corners of the convex hull of a mesh that is in the document. */
function hullOf(name: string, meshes: MeshAssets): Vector3[] | undefined {
  const inline = meshes.get(name)?.inline
  return inline && [...new Set(inline.hull.flat())].map((i) => inline.points[i]!)
}
