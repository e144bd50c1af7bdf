import type { Collider, Contact, ContactPair } from '../types/mechanism.js'
import { groupedBy } from '../xml/groups.js'
import type { RigidParts } from './rigid-parts.js'

/** The rules of contact. Of several for the same two names the last one counts. */
export class ContactRules {
  readonly #contact: Contact
  readonly #parts: RigidParts
  readonly #rules: ReadonlyMap<string, ContactPair>
  readonly #labelled: ReadonlyMap<string, readonly Collider[]>
  readonly #ofBodies: ReadonlyMap<string, readonly Collider[]>

  constructor(contact: Contact, parts: RigidParts) {
    const { colliders, pairs = [] } = contact
    this.#contact = contact
    this.#parts = parts
    this.#rules = new Map(pairs.map((rule) => [keyOf(rule.colliders), rule]))
    this.#labelled = groupedBy(colliders, ({ name = '' }) => name)
    this.#ofBodies = groupedBy(colliders, ({ body }) => body)
  }

  [Symbol.iterator](): IterableIterator<ContactPair> {
    return this.#rules.values()
  }

  /** The colliders of a name. */
  named(name: string): readonly Collider[] {
    return this.#labelled.get(name) ?? []
  }

  /** Whether two colliders touch. */
  touch(a: Collider, b: Collider): boolean {
    const isOfWorld = this.#parts.isFixed(a.body) || this.#parts.isFixed(b.body)
    return (
      this.#parts.canTouch(a.body, b.body) &&
      (isOfWorld || (this.#contact.selfCollision ?? true)) &&
      haveGroups(a, b) &&
      (this.#ruleOf(a, b)?.touches ?? true)
    )
  }

  /** Whether a rule gives two colliders friction. */
  haveFriction(a: Collider, b: Collider): boolean {
    return hasFriction(this.#ruleOf(a, b) ?? {})
  }

  /** Whether no colliders of two bodies touch. */
  areApart(one: string, other: string): boolean {
    const others = this.#ofBodies.get(other) ?? []
    return !this.#ofBodies.get(one)?.some((a) => others.some((b) => this.touch(a, b)))
  }

  #ruleOf(a: Collider, b: Collider): ContactPair | undefined {
    return this.#rules.get(keyOf([a.name ?? '', b.name ?? '']))
  }
}

/** Whether a rule has friction. */
export const hasFriction = (rule: Partial<ContactPair>) =>
  (rule.friction ?? rule.torsionalFriction ?? rule.rollingFriction) !== undefined

/** Equal for the same names in any order. */
export const keyOf = (names: readonly string[]) => JSON.stringify([...names].sort())

const everyGroup = 2 ** 31 - 1

/** Whether each of two colliders has the group of the other. */
export function haveGroups(a: Collider, b: Collider): boolean {
  const has = ({ mask = everyGroup }: Collider, { group = 1 }: Collider) => (mask & group) !== 0
  return has(a, b) && has(b, a)
}
