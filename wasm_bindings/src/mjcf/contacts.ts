import type { Collider, Contact, Shape, Vector3 } from '../types/mechanism.js'
import { colorIn } from '../xml/color.js'
import { type Element, fault } from '../xml/element.js'
import { compose, frameOf } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { number, numbers } from '../xml/values.js'
import { groupsOf } from './collision-groups.js'
import { type Geom, solidShape } from './geoms.js'
import type { MeshAssets } from './mesh-assets.js'
import { warnOfSoftness } from './softness.js'
import type { BodyNode, Tree } from './tree.js'

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

/** A geom that may touch others, and the bits that say which. */
interface Candidate {
  readonly body: BodyNode
  readonly geom: Geom
  /** Whether it is the world's: of a body that stands still and has no moving descendant. */
  readonly isGround: boolean
  readonly type: number
  readonly affinity: number
}

/** Which bodies have each bit, so not every pair has to be looked at. */
class Bits {
  readonly #types = Array.from({ length: 32 }, () => new Set<BodyNode>())
  readonly #affinities = Array.from({ length: 32 }, () => new Set<BodyNode>())

  constructor(candidates: readonly Candidate[]) {
    for (const { body, type, affinity } of candidates) {
      for (let bit = 0; bit < 32; bit++) {
        if ((type >> bit) & 1) this.#types[bit]!.add(body)
        if ((affinity >> bit) & 1) this.#affinities[bit]!.add(body)
      }
    }
  }

  /** Whether a geom of another body may touch this one. */
  meet({ body, type, affinity }: Candidate): boolean {
    const hasOther = (bodies: Set<BodyNode>) => bodies.size > (bodies.has(body) ? 1 : 0)
    for (let bit = 0; bit < 32; bit++) {
      if ((type >> bit) & 1 && hasOther(this.#affinities[bit]!)) return true
      if ((affinity >> bit) & 1 && hasOther(this.#types[bit]!)) return true
    }
    return false
  }
}

/** The contact model: bodies touch the ground and, if each moves by itself, each other. */
export function contactOf(
  tree: Tree,
  root: Element,
  meshes: MeshAssets,
  remarks: Remarks
): Contact | undefined {
  const found = parentsOfMoving(tree)
  const all = [tree.world, ...tree.bodies].flatMap((body) =>
    body.geoms.flatMap((geom) => candidateOf(body, geom, body.isStatic && !found.has(body)))
  )
  const ground = all.filter(({ isGround }) => isGround)
  const moving = all.filter(({ isGround }) => !isGround)
  const [onGround, onMoving] = [new Bits(ground), new Bits(moving)]
  const among = moving.filter((each) => onMoving.meet(each))
  const apart = keptApart(among, root)
  const selfCollision = among.length > 0 && !apart
  const touching = [
    ...ground.filter((each) => onMoving.meet(each)),
    ...moving.filter((each) => onGround.meet(each) || (selfCollision && onMoving.meet(each)))
  ]
  if (apart && touching.length > 0)
    remarks.once(
      'self',
      apart,
      'bodies touch the ground alone; to change this, set contact.selfCollision'
    )
  if (moving[0] && touching.length === 0)
    remarks.once(
      'colliders',
      moving[0].geom.element,
      'there is nothing to touch: no collider is made'
    )
  const groups = groupsOf(
    touching,
    ({ type, affinity, isGround }) => `${type} ${affinity} ${isGround}`,
    (a, b) => (selfCollision ? a.isGround && b.isGround : a.isGround === b.isGround) || meet(a, b)
  )
  if (!groups)
    remarks.once('groups', root, 'contype and conaffinity: too many kinds of geoms; all touch all')
  const colliders = touching.flatMap((each, i) =>
    colliderOf(each, meshes, remarks).map((collider) =>
      groups && groups !== 'all' ? { ...collider, ...groups[i] } : collider
    )
  )
  return colliders.length > 0 ? { colliders, selfCollision } : undefined
}

/** Whether a bit of the type of one is in the affinity of the other. */
function meet(a: Candidate, b: Candidate): boolean {
  return (a.type & b.affinity) !== 0 || (b.type & a.affinity) !== 0
}

/** Bodies with a moving descendant. */
function parentsOfMoving({ world, bodies }: Tree): Set<BodyNode> {
  const found = new Set<BodyNode>()
  for (const body of bodies) {
    if (body.isStatic) continue
    for (let at = body.parent; at && at !== world && !found.has(at); at = at.parent) found.add(at)
  }
  return found
}

function candidateOf(body: BodyNode, geom: Geom, isGround: boolean): Candidate[] {
  const { element } = geom
  const type = bitsOf(element, 'contype')
  const affinity = bitsOf(element, 'conaffinity')
  return type === 0 && affinity === 0 ? [] : [{ body, geom, isGround, type, affinity }]
}

function bitsOf(element: Element, attribute: string): number {
  const bits = number(element, attribute, 1)
  if (Number.isInteger(bits) && Math.abs(bits) < 2 ** 32) return bits | 0
  throw fault(element, attribute, `expected 32 bits, found ${bits}`)
}

/**
 * The element for which bodies do not touch each other, if there is one: one that keeps some apart,
 * or a second body of a robot. Parts of robots overlap where soft contacts let them.
 */
function keptApart(among: readonly Candidate[], root: Element): Element | undefined {
  const [exclude] = root.all('contact').flatMap((contact) => contact.all('exclude'))
  if (exclude) return exclude
  const bodies = new Map<BodyNode, BodyNode>()
  for (const { body } of among) {
    const top = topOf(body)
    const first = bodies.get(top)
    if (first && first !== body) return body.element
    bodies.set(top, body)
  }
  return undefined
}

/** The body of its tree that moves in the world. */
function topOf(body: BodyNode): BodyNode {
  let top = body
  while (top.parent && !top.parent.isStatic) top = top.parent
  return top
}

/** Points of a hull that a mechanism takes. */
const mostPoints = 256

function colliderOf(
  { body, geom, isGround }: Candidate,
  meshes: MeshAssets,
  remarks: Remarks
): Collider[] {
  const { element, type, solid, pose } = geom
  warnOfSoftness(element, remarks)
  const place = isGround ? compose(body.inWorld, pose) : pose
  const friction =
    element.text('friction') === undefined ? 1 : (numbers(element, 'friction', 1, 3)[0] ?? 1)
  const common = { ...frameOf(place), friction }
  if (type === 'plane' && isGround) return [{ body: 'world', type, ...common }]
  const hull = type === 'mesh' ? hullOf(element.text('mesh') ?? '', meshes) : undefined
  const name = isGround ? 'world' : body.name
  if (hull && hull.length <= mostPoints)
    return [{ body: name, type: 'hull', points: hull, ...common }]
  const shape = solid && solidShape(solid)
  if (!shape || shape.type === 'ellipsoid') {
    remarks.once(`collider ${type}`, element, `a ${type} touches nothing here: no collider is made`)
    return []
  }
  return [{ body: name, ...shape, ...common }]
}

/** Corners of the convex hull of a mesh that is in the document. */
function hullOf(name: string, meshes: MeshAssets): Vector3[] | undefined {
  const inline = meshes.get(name)?.inline
  return inline && [...new Set(inline.hull.flat())].map((i) => inline.points[i]!)
}
