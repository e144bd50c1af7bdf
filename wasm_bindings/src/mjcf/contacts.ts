import { brief } from '../suggestion.js'
import type { Collider, Contact, ContactPair, Shape, Vector3 } from '../types/mechanism.js'
import type { MeshContact } from '../types/mesh-reference.js'
import { colorIn } from '../xml/color.js'
import type { Element } from '../xml/element.js'
import { compose, frameOf, rotate } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { groupsOf } from './collision-groups.js'
import { exclusionsOf, jointedParents, labelsOf, rulesOfExclusions } from './exclusions.js'
import type { GeomPair } from './geom-pairs.js'
import { type Geom, solidShape } from './geoms.js'
import type { HeightField } from './height-fields.js'
import type { MeshAssets } from './mesh-assets.js'
import type { RigidParts } from './rigid-parts.js'
import { warnOfSoftness } from './softness.js'
import {
  type FrictionPair,
  frictionFields,
  frictionPairs,
  meanFrictions,
  ownFrictions,
  type Surface,
  surfaceOf,
  surfaceVelocityOf
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

/** A geom that touches others. */
interface Made extends Candidate {
  /** Without its name and fields; undefined of a mesh that is another file. */
  readonly collider: Collider | undefined
  readonly fields: MeshContact['collider']
  readonly surface: Surface
}

export interface Contacts {
  readonly contact: Contact | undefined
  /** Of geoms with meshes that are other files. */
  readonly ofMeshes: ReadonlyMap<Geom, MeshContact>
}

/** The colliders of geoms, the groups by which they touch, and the rules of pairs. */
export function contactOf(
  tree: Tree,
  parts: RigidParts,
  pairs: readonly GeomPair[],
  root: Element,
  meshes: MeshAssets,
  heightFields: ReadonlyMap<string, HeightField>,
  remarks: Remarks
): Contacts {
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
  const made = geoms.flatMap((each, i): Made[] => {
    const collider = colliderOf(each, meshes, heightFields, remarks)
    if (!collider && !isFile(each.geom, meshes)) return []
    const surface = surfaceOf(each.geom.element)
    const bits = groups && groups !== 'all' ? groups[i] : {}
    const fields = {
      ...frictionFields(ownFrictions(surface)),
      ...bits,
      ...beltOf(each.geom, collider, remarks)
    }
    return [{ ...each, collider, surface, fields }]
  })
  const exclusions = exclusionsOf(root, tree, parts)
  if (!selfCollision && robots.size > 0) exclusions.push(...jointedParents(tree))
  const isPlaced = (a: Made, b: Made) =>
    (selfCollision || a.body.isStatic || b.body.isStatic) &&
    parts.canTouch(a.body.name, b.body.name) &&
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
  const named = made.map((each) => {
    const name = labelOf(each)
    return { ...each, fields: { ...(name === undefined ? {} : { name }), ...each.fields } }
  })
  const rules = [
    ...rulesOfFriction(frictions ?? [], labelOf),
    ...rulesOfExclusions(exclusions, named),
    ...rulesOfPairs(pairs, named, remarks)
  ]
  const colliders = named.flatMap(({ collider, fields }) =>
    collider ? [{ ...collider, ...fields }] : []
  )
  const names = new Set(colliders.map(({ name }) => name))
  const areColliders = (rule: ContactPair) => rule.colliders.every((name) => names.has(name))
  const own = rules.filter(areColliders)
  const others = rules.filter((rule) => !areColliders(rule))
  const ofMeshes = named.flatMap(({ collider, geom, fields }) => {
    const pairs = others.filter((rule) => rule.colliders.includes(fields.name ?? ''))
    return collider ? [] : [[geom, { collider: fields, pairs }] as const]
  })
  const contact = { colliders, selfCollision, ...(own.length > 0 ? { pairs: own } : {}) }
  return { contact: colliders.length > 0 ? contact : undefined, ofMeshes: new Map(ofMeshes) }
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
  for (const { pair, frictions: own, means } of frictions) {
    const colliders = pair.map((each) => labelOf(each)!) as [string, string]
    rules.set(JSON.stringify(colliders), { colliders, ...frictionFields(own, means) })
  }
  return [...rules.values()]
}

/** The rules of pairs whose geoms touch. */
function rulesOfPairs(
  pairs: readonly GeomPair[],
  made: readonly Made[],
  remarks: Remarks
): ContactPair[] {
  const surfaces = new Map([...made].reverse().map(({ geom, surface }) => [geom.name, surface]))
  return pairs.flatMap(({ element, names, frictions }) => {
    const [one, other] = names.map((name) => surfaces.get(name))
    if (one && other) {
      const means = meanFrictions(ownFrictions(one), ownFrictions(other))
      return [{ colliders: names, ...frictionFields(frictions, means) }]
    }
    const missing = names[one ? 1 : 0]
    remarks.counted('pair', element, `geom "${brief(missing)}" has no collider; it is left out`)
    return []
  })
}

/** The axes of a hull without a collider are those of its body. */
function beltOf({ element, pose }: Geom, collider: Collider | undefined, remarks: Remarks) {
  const velocity = surfaceVelocityOf(element, remarks)
  return velocity && { surfaceVelocity: collider ? velocity : rotate(pose.rotation, velocity) }
}

/** Points of a hull that a mechanism takes. */
const mostPoints = 256

/** The collider of a geom, without its name and fields. */
function colliderOf(
  { body, geom, isGround }: Candidate,
  meshes: MeshAssets,
  heightFields: ReadonlyMap<string, HeightField>,
  remarks: Remarks
): Collider | undefined {
  const { element, type, solid, pose } = geom
  warnOfSoftness(element, remarks)
  const frame = frameOf(isGround ? compose(body.inWorld, pose) : pose)
  if (type === 'plane' && isGround) return { body: 'world', type, ...frame }
  const field =
    type === 'hfield' && isGround ? heightFields.get(element.text('hfield') ?? '') : undefined
  if (field) return { body: 'world', type: 'heightfield', ...field, ...frame }
  const hull = type === 'mesh' ? hullOf(element.text('mesh') ?? '', meshes) : undefined
  const owner = isGround ? 'world' : body.name
  if (hull && hull.length <= mostPoints)
    return { body: owner, type: 'hull', points: hull, ...frame }
  const shape = solid && solidShape(solid)
  if (shape && shape.type !== 'ellipsoid') return { body: owner, ...shape, ...frame }
  remarks.once(`collider ${type}`, element, `a ${type} touches nothing here: no collider is made`)
  return undefined
}

/** Whether a geom is a mesh that is another file. */
function isFile({ type, element }: Geom, meshes: MeshAssets): boolean {
  const asset = type === 'mesh' ? meshes.get(element.text('mesh') ?? '') : undefined
  return asset?.inline === undefined && asset?.element.text('file') !== undefined
}

/** Corners of the convex hull of a mesh that is in the document. */
function hullOf(name: string, meshes: MeshAssets): Vector3[] | undefined {
  const inline = meshes.get(name)?.inline
  return inline && [...new Set(inline.hull.flat())].map((i) => inline.points[i]!)
}
