import { type Element, fault } from '../xml/element.js'
import { number } from '../xml/values.js'
import type { GeomPair } from './geom-pairs.js'
import type { Geom } from './geoms.js'
import type { BodyNode, Tree } from './tree.js'

/** A geom that may touch others, and the bits and pairs that say which. */
export interface Candidate {
  readonly body: BodyNode
  readonly geom: Geom
  /** Whether it is the world's: of a body that stands still and has no moving descendant. */
  readonly isGround: boolean
  readonly type: number
  readonly affinity: number
  /** Names of the geoms that it is in a pair with. */
  readonly partners: ReadonlySet<string>
}

/** The geoms of a document that touch others. */
export interface Touching {
  /** Those of the ground first. */
  readonly geoms: readonly Candidate[]
  /** All that have bits or are in pairs. */
  readonly candidates: readonly Candidate[]
  /** Whether bodies touch each other: of different trees by their bits, or in pairs. */
  readonly selfCollision: boolean
  /** By the first moving body of each tree of which several bodies have geoms that meet others. */
  readonly robots: ReadonlyMap<BodyNode, Robot>
}

/** A tree of bodies that do not touch each other. Parts of robots overlap where soft contacts let them. */
export interface Robot {
  readonly number: number
  /** The second body. */
  readonly element: Element
}

/** Bodies touch the ground and those of other trees by their bits, and geoms of pairs touch. */
export function touchingGeomsOf(tree: Tree, pairs: readonly GeomPair[]): Touching {
  const candidates = candidatesOf(tree, pairs)
  const ground = candidates.filter(({ isGround }) => isGround)
  const moving = candidates.filter(({ isGround }) => !isGround)
  const [onGround, onMoving] = [new Bits(ground), new Bits(moving)]
  const among = moving.filter((each) => onMoving.meet(each))
  const robots = robotsAmong(among)
  const [onTrees, onMovingTrees] = [moving, moving.filter(({ body }) => !body.isStatic)].map(
    (each) => new Bits(each, topOf)
  ) as [Bits, Bits]
  const treesMeet =
    robots.size === 0
      ? among.length > 0
      : among.some((each) => !each.body.isStatic && onMovingTrees.meet(each))
  const hasBodyPairs = pairs.some(({ bodies }) => bodies.every(({ isStatic }) => !isStatic))
  const isPaired = ({ partners }: Candidate) => partners.size > 0
  const meets = (each: Candidate) =>
    isPaired(each) || onGround.meet(each) || (treesMeet && onTrees.meet(each))
  const selfCollision = treesMeet || hasBodyPairs
  // Robots get what they touch themselves with, for those who set `selfCollision`.
  const onItself = robots.size > 0 && !selfCollision && moving.some(meets) ? onMoving : undefined
  const geoms = [
    ...ground.filter((each) => isPaired(each) || onMoving.meet(each)),
    ...moving.filter((each) => meets(each) || onItself?.meet(each))
  ]
  return { geoms, candidates, selfCollision, robots }
}

/** Equal for geoms that touch the same ones. */
export function kindOf(
  { type, affinity, body, partners }: Candidate,
  { robots }: Touching
): string {
  const robot = robots.get(topOf(body))?.number
  return JSON.stringify([type, affinity, body.isStatic, robot, ...[...partners].sort()])
}

/**
 * Whether two geoms touch each other if bodies do. Says yes of geoms that a mechanism keeps apart by itself, but
 * of those of a robot only if the bits do.
 */
export function touch({ selfCollision, robots }: Touching, a: Candidate, b: Candidate): boolean {
  if (a.partners.has(b.geom.name)) return true
  const [one, other] = [a, b].map(({ body }) => body.isStatic)
  if (one && other) return true
  if (!(one || other)) {
    if (!selfCollision && robots.size === 0) return true
    const robot = robots.get(topOf(a.body))
    if (selfCollision && robot && robot === robots.get(topOf(b.body))) return false
  }
  return (a.type & b.affinity) !== 0 || (b.type & a.affinity) !== 0
}

/** Which bodies or trees have each bit, so not every pair has to be looked at. */
class Bits {
  readonly #ownerOf: (body: BodyNode) => BodyNode
  readonly #types = Array.from({ length: 32 }, () => new Set<BodyNode>())
  readonly #affinities = Array.from({ length: 32 }, () => new Set<BodyNode>())

  constructor(candidates: readonly Candidate[], ownerOf = (body: BodyNode) => body) {
    this.#ownerOf = ownerOf
    for (const { body, type, affinity } of candidates) {
      const owner = ownerOf(body)
      for (let bit = 0; bit < 32; bit++) {
        if ((type >> bit) & 1) this.#types[bit]!.add(owner)
        if ((affinity >> bit) & 1) this.#affinities[bit]!.add(owner)
      }
    }
  }

  /** Whether a geom of another body or tree may touch this one. */
  meet({ body, type, affinity }: Candidate): boolean {
    const owner = this.#ownerOf(body)
    const hasOther = (owners: Set<BodyNode>) => owners.size > (owners.has(owner) ? 1 : 0)
    for (let bit = 0; bit < 32; bit++) {
      if ((type >> bit) & 1 && hasOther(this.#affinities[bit]!)) return true
      if ((affinity >> bit) & 1 && hasOther(this.#types[bit]!)) return true
    }
    return false
  }
}

/** The geoms that have bits or are in pairs. */
function candidatesOf(tree: Tree, pairs: readonly GeomPair[]): Candidate[] {
  const found = parentsOfMoving(tree)
  const partners = new Map<string, Set<string>>()
  for (const { names } of pairs)
    for (const [i, name] of names.entries())
      partners.set(name, (partners.get(name) ?? new Set()).add(names[1 - i]!))
  return [tree.world, ...tree.bodies].flatMap((body) => {
    const isGround = body.isStatic && !found.has(body)
    return body.geoms.flatMap((geom) => {
      const [type, affinity] = [
        bitsOf(geom.element, 'contype'),
        bitsOf(geom.element, 'conaffinity')
      ]
      const others = partners.get(geom.name) ?? new Set()
      if (type === 0 && affinity === 0 && others.size === 0) return []
      return [{ body, geom, isGround, type, affinity, partners: others }]
    })
  })
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

function bitsOf(element: Element, attribute: string): number {
  const bits = number(element, attribute, 1)
  if (Number.isInteger(bits) && Math.abs(bits) < 2 ** 32) return bits | 0
  throw fault(element, attribute, `expected 32 bits, found ${bits}`)
}

/** Trees with several bodies that meet others. */
function robotsAmong(among: readonly Candidate[]): ReadonlyMap<BodyNode, Robot> {
  const firsts = new Map<BodyNode, BodyNode>()
  const robots = new Map<BodyNode, Robot>()
  for (const { body } of among) {
    const top = topOf(body)
    const first = firsts.get(top)
    if (!first) firsts.set(top, body)
    else if (first !== body && !robots.has(top))
      robots.set(top, { number: robots.size, element: body.element })
  }
  return robots
}

/** The body of its tree that moves in the world. */
function topOf(body: BodyNode): BodyNode {
  let top = body
  while (top.parent && !top.parent.isStatic) top = top.parent
  return top
}
