import type { Mechanism } from '../types/mechanism.js'

const world = 'world'

/** Bodies that fixed joints connect, as parts with the name of their first body. */
export class RigidParts {
  readonly #parents: ReadonlyMap<string, string>
  readonly #connected = new Map<string, Set<string>>()

  constructor({ joints, loops = [] }: Pick<Mechanism, 'joints' | 'loops'>) {
    const fixed = joints.filter(({ type }) => type === 'fixed')
    this.#parents = new Map(fixed.map(({ parent, child }) => [child, parent]))
    for (const { parent, child } of [...joints, ...loops]) {
      const [one, other] = [this.partOf(parent), this.partOf(child)]
      this.#connect(one, other)
      this.#connect(other, one)
    }
  }

  /** Whether a body is the world, or fixed to it. */
  isFixed(body: string): boolean {
    return this.partOf(body) === world
  }

  /**
   * Whether the colliders of two bodies can touch: not in the same part, nor in parts that a joint or a loop
   * connects. All parts touch the world.
   */
  canTouch(a: string, b: string): boolean {
    const [one, other] = [this.partOf(a), this.partOf(b)]
    if (one === other) return false
    return one === world || other === world || !this.#connected.get(one)?.has(other)
  }

  /** The first body of its part. */
  partOf(body: string): string {
    let part = body
    for (let up = this.#parents.get(part); up !== undefined; up = this.#parents.get(part)) part = up
    return part
  }

  #connect(one: string, other: string): void {
    const others = this.#connected.get(one) ?? new Set()
    this.#connected.set(one, others.add(other))
  }
}
