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
  /** Whether bodies touch each other by their bits. */
  readonly bodiesMeet: boolean
  /** Whether bodies touch each other in pairs. */
  readonly hasBodyPairs: boolean
  /** The element for which bodies do not touch each other by their bits. */
  readonly apart: Element | undefined
}

/** Bodies touch the ground and, if each moves by itself, each other; and geoms of pairs touch. */
export function touchingGeomsOf(tree: Tree, pairs: readonly GeomPair[]): Touching {
  const candidates = candidatesOf(tree, pairs)
  const ground = candidates.filter(({ isGround }) => isGround)
  const moving = candidates.filter(({ isGround }) => !isGround)
  const [onGround, onMoving] = [new Bits(ground), new Bits(moving)]
  const among = moving.filter((each) => onMoving.meet(each))
  const apart = keptApart(among)
  const bodiesMeet = among.length > 0 && !apart
  const isPaired = ({ partners }: Candidate) => partners.size > 0
  const geoms = [
    ...ground.filter((each) => isPaired(each) || onMoving.meet(each)),
    ...moving.filter(
      (each) => isPaired(each) || onGround.meet(each) || (bodiesMeet && onMoving.meet(each))
    )
  ]
  const hasBodyPairs = pairs.some(({ bodies }) => bodies.every(({ isStatic }) => !isStatic))
  return { geoms, candidates, bodiesMeet, hasBodyPairs, apart }
}

/** Equal for geoms that touch the same ones. */
export function kindOf({ type, affinity, body, partners }: Candidate): string {
  return JSON.stringify([type, affinity, body.isStatic, ...[...partners].sort()])
}

/** Whether two geoms touch each other. It says yes of geoms that a mechanism keeps apart by itself. */
export function touch({ bodiesMeet, hasBodyPairs }: Touching, a: Candidate, b: Candidate): boolean {
  if (a.partners.has(b.geom.name)) return true
  if (a.body.isStatic && b.body.isStatic) return true
  const isByBits = bodiesMeet || a.body.isStatic || b.body.isStatic
  return isByBits ? (a.type & b.affinity) !== 0 || (b.type & a.affinity) !== 0 : !hasBodyPairs
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

/**
 * The element for which bodies do not touch each other, if there is one: a second body of a robot. Parts of
 * robots overlap where soft contacts let them.
 */
function keptApart(among: readonly Candidate[]): Element | undefined {
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
