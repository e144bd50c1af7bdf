import type { Place } from './bars.ts'
import { freshPoint } from './editing.ts'
import { ground } from './joining.ts'
import { localOf } from './motion.ts'
import { pointOf, type Sketch, type SketchLink, type SketchPoint } from './sketch.ts'

/** A place on a body that pins may hold: of a link that is part of the ground, one on the ground. */
export interface Slot {
  /** The link, block or ground that has it. */
  readonly owner: string
  readonly body: string
  /** Its name in the drawing; none: it was not there. */
  readonly point?: string | undefined
  place: Place
  /** Returns the representative of slots that are held together. */
  root: Slot
  /** Whether a pin of the file is there. */
  isPinned: boolean
}

/** Largest distance of equal points on a body [m], from the decimals of a file. */
const near = 1e-9

/** The places on bodies that pins hold together, which make points. */
export class Slots {
  readonly #before: Sketch
  readonly #list: Slot[] = []
  readonly #names = new Map<Slot, string>()

  constructor(before: Sketch) {
    this.#before = before
  }

  /** A link's places: those of the one that it is, or is a copy of. */
  addLink(link: SketchLink, original: string): void {
    for (const point of link.points) {
      const { x, z } = pointOf(this.#before, point)
      const place = link.fixed ? ([x, z] as const) : localOf(this.#before, original, point)
      const name = link.id === original ? point : undefined
      this.add(link.id, place, name, link.fixed ? ground : link.id)
    }
  }

  add(owner: string, place: Place, point?: string, body = owner): Slot {
    const slot = { owner, body, point, place, isPinned: false } as Slot
    slot.root = slot
    this.#list.push(slot)
    return slot
  }

  /** The slot of a body at a place, by the point that it was if it was one. */
  at(body: string, place: Place, point?: string): Slot {
    const own = this.#list.filter((slot) => slot.body === body)
    const apart = (slot: Slot) => Math.hypot(slot.place[0] - place[0], slot.place[1] - place[1])
    const found =
      point === undefined
        ? own.find((slot) => apart(slot) < near)
        : own.find((slot) => slot.point === point)
    const slot =
      found ?? this.add(body, place, body === ground ? (point ?? this.#looseAt(place)) : undefined)
    if (slot.owner === slot.body) slot.place = place
    slot.isPinned = true
    return slot
  }

  /** The point on the ground that nothing is pinned to, as where a spring ends. */
  #looseAt([x, z]: Place): string | undefined {
    const { points, links, sliders } = this.#before
    const isLoose = (id: string) =>
      !links.some((link) => link.points.includes(id)) && !sliders.some(({ point }) => point === id)
    return points.find((each) => isLoose(each.id) && Math.hypot(each.x - x, each.z - z) < near)?.id
  }

  has(body: string): boolean {
    return body === ground || this.#list.some((slot) => slot.body === body)
  }

  hold(one: Slot, other: Slot): void {
    rootOf(other).root = rootOf(one)
  }

  /** The points of a link or block. */
  pointsOf(owner: string): string[] {
    return this.#list.filter((slot) => slot.owner === owner).map((slot) => this.nameOf(slot))
  }

  /** The point that one of the drawing's has become on what had it. */
  idOf(owner: string, point: string): string | undefined {
    const slot = this.#list.find((each) => each.owner === owner && each.point === point)
    return slot && this.nameOf(slot)
  }

  /** Positions of pins on bodies, by "BODY POINT". */
  places(): Map<string, Place> {
    const seen = this.#list.filter((slot) => slot.body !== ground || slot.isPinned)
    return new Map(seen.map((slot) => [`${slot.body} ${this.nameOf(slot)}`, slot.place]))
  }

  /** The points that there are, each with the name that most of what it holds had. */
  points(): SketchPoint[] {
    const { points, links, sliders } = this.#before
    const groups = new Map<Slot, Slot[]>()
    for (const slot of this.#list)
      groups.set(rootOf(slot), [...(groups.get(rootOf(slot)) ?? []), slot])
    const kept = points.flatMap((point): SketchPoint[] => {
      const candidates = [...groups].filter(
        ([root, slots]) => !this.#names.has(root) && slots.some((slot) => slot.point === point.id)
      )
      const [best] = candidates.toSorted(([, one], [, other]) => other.length - one.length)
      const wasUsed =
        links.some((link) => link.points.includes(point.id)) ||
        sliders.some((slider) => slider.point === point.id)
      if (!best) return wasUsed ? [] : [point]
      this.#names.set(best[0], point.id)
      return [{ ...point, ...this.#grounding(best[1], point) }]
    })
    const all = [...kept]
    for (const [root, slots] of groups) {
      if (this.#names.has(root)) continue
      const id = freshPoint({ ...this.#before, points: [...points, ...all] })
      this.#names.set(root, id)
      const [x, z] = slots[0]?.place ?? [0, 0]
      all.push({ id, x, z, ...this.#grounding(slots) })
    }
    return all
  }

  /** Returns the points that a pin of the file attaches to the ground. */
  #grounding(slots: readonly Slot[], before?: SketchPoint): Pick<SketchPoint, 'ground'> {
    const held = slots.filter((slot) => slot.body === ground)
    if (before?.ground) return held.length > 0 ? {} : { ground: false }
    const byLink = held.some((slot) => slot.owner !== ground)
    return held.length > 0 && !byLink ? { ground: true } : {}
  }

  nameOf(slot: Slot): string {
    return this.#names.get(rootOf(slot)) ?? ''
  }
}

function rootOf(slot: Slot): Slot {
  return slot.root === slot ? slot : rootOf(slot.root)
}
