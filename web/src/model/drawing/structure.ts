import type { Joint, Loop, Mechanism, Vector3 } from 'linkwork'
import type { Place } from './bars.ts'
import { pruned } from './editing.ts'
import { blockName, ground, type Join, joinsOf, jointName, treeOf } from './joining.ts'
import type { Path } from './schema.ts'
import type {
  GearWheel,
  Sketch,
  SketchGear,
  SketchLink,
  SketchSlider,
  SketchSpring
} from './sketch.ts'
import { type Slot, Slots } from './slots.ts'
import { halvesOf, placeOf, type SpringCopy } from './spring-copies.ts'

/** A part of a file that no drawing has, and its path. */
export interface Refusal {
  readonly path: Path
  readonly words: string
}

/** The joints of a drawing in a file, and positions of pins on bodies, by "BODY POINT". */
export interface Structure {
  readonly sketch: Sketch
  readonly places: ReadonlyMap<string, Place>
}

export const isRefusal = (found: object): found is Refusal => 'words' in found

/** The body with the shapes of the ground. */
const frameName = 'frame'

/**
 * Reads what a file joins, `before` being that of the drawing: links and blocks that are gone, or are
 * copies; pins and slides that are gone, are new, or lead elsewhere. Points are what pins hold together.
 * `copies` are the springs that are new.
 */
export function structureOf(
  sketch: Sketch,
  before: Mechanism,
  file: Mechanism,
  copies: readonly SpringCopy[]
): Structure | Refusal {
  try {
    return new Reader(sketch, before, file, copies).structure()
  } catch (error) {
    if (error instanceof Undrawn) return error.refusal
    throw error
  }
}

class Undrawn extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.words)
  }
}

const refuse = (path: Path, words: string): never => {
  throw new Undrawn({ path, words })
}

type Pair = Joint | Loop

class Reader {
  readonly #sketch: Sketch
  readonly #before: Mechanism
  readonly #file: Mechanism
  readonly #slots: Slots
  readonly #links: SketchLink[]
  readonly #sliders: SketchSlider[]
  readonly #copies: readonly SpringCopy[]
  readonly #copied: { readonly spring: SpringCopy; readonly from: Slot; readonly to: Slot }[] = []
  /** Halves of springs, and the joints and loops of these. */
  readonly #ofSprings: ReadonlySet<string>
  /** Unchanged joints, by name. */
  readonly #joins: ReadonlyMap<string, Join>

  constructor(sketch: Sketch, before: Mechanism, file: Mechanism, copies: readonly SpringCopy[]) {
    this.#copies = copies
    const springs = [...sketch.springs, ...copies]
    this.#ofSprings = new Set(springs.flatMap(({ id }) => [id, ...halvesOf(id)]))
    this.#sketch = sketch
    this.#before = before
    this.#file = file
    this.#slots = new Slots(sketch)
    const names = new Set(file.bodies.map(({ name }) => name))
    this.#links = sketch.links.filter(({ id, fixed }) => names.has(fixed ? frameName : id))
    this.#sliders = sketch.sliders.filter(({ id }) => names.has(blockName(id)))
    const { joins, loops } = treeOf(sketch)
    this.#joins = new Map([...joins, ...loops].map((join) => [jointName(join), join]))
    for (const link of this.#links) this.#slots.addLink(link, link.id)
    for (const slider of this.#sliders) this.#slots.add(blockName(slider.id), [0, 0], slider.point)
    this.#takeCopies()
    this.#takeJoints()
    this.#takeSprings()
  }

  /** New bodies: what weighs the same as a link that is drawn, or as a block, is another one. */
  #takeCopies(): void {
    const { bodies: drawn } = this.#before
    const known = new Set(drawn.map(({ name }) => name))
    for (const [i, body] of this.#file.bodies.entries()) {
      if (known.has(body.name)) continue
      const weight = ({ mass, centerOfMass, inertia }: typeof body) =>
        JSON.stringify([mass, centerOfMass, inertia])
      const like = drawn.find((each) => weight(each) === weight(body))?.name
      if (this.#ofSprings.has(body.name) && this.#ofSprings.has(like ?? '')) continue
      const link = this.#sketch.links.find(({ id, fixed }) => id === like && !fixed)
      const prefix = blockName('')
      if (link) {
        const copy = { ...link, id: body.name }
        this.#links.push(copy)
        this.#slots.addLink(copy, link.id)
      } else if (like?.startsWith(prefix) && body.name.startsWith(prefix)) {
        this.#sliders.push({ id: body.name.slice(prefix.length), point: '', angle: 0 })
        this.#slots.add(body.name, [0, 0])
      } else refuse(['bodies', i], 'is no copy of a link or spring that is drawn')
    }
  }

  #takeJoints(): void {
    const { joints, loops = [] } = this.#file
    const all = [
      ...joints.map((pair, i) => ({ pair, path: ['joints', i] })),
      ...loops.map((pair, i) => ({ pair, path: ['loops', i] }))
    ]
    const others = all.filter(
      ({ pair }) => !this.#ofSprings.has(pair.name) && pair.name !== frameName
    )
    // What is joined as it was says first where the pivots of a link are now.
    for (const { pair } of others) if (this.#joinOf(pair)?.kind === 'pin') this.#pin(pair)
    for (const { pair, path } of others) {
      if (pair.type === 'prismatic') this.#slide(pair, path)
      else if (pair.type === 'revolute') this.#newPin(pair, path)
      else if (pair.type !== 'planar')
        refuse([...path, 'type'], `is ${pair.type}, and pins and slides are drawn`)
    }
    for (const { id } of this.#sliders) {
      const block = blockName(id)
      const isHeld = others.some(
        ({ pair }) => pair.type === 'prismatic' && [pair.parent, pair.child].includes(block)
      )
      if (!isHeld) refuse(['bodies', this.#bodyAt(block)], 'is a block that slides along nothing')
    }
  }

  /** The pin or slide that was drawn between the same two. */
  #joinOf({ name, parent, child }: Pair): Join | undefined {
    const join = this.#joins.get(name)
    const isSame = join && [parent, child].every((body) => [join.parent, join.child].includes(body))
    return isSame ? join : undefined
  }

  #pin(pair: Pair): void {
    const point = this.#joinOf(pair)?.point
    this.#slots.hold(
      this.#slots.at(pair.parent, placeOf(pair.parentFrame), point),
      this.#slots.at(pair.child, placeOf(pair.childFrame), point)
    )
  }

  #newPin(pair: Pair, path: Path): void {
    if (this.#joinOf(pair)) return
    for (const end of ['parent', 'child'] as const)
      if (!this.#slots.has(pair[end])) refuse([...path, end], 'is no link that is drawn')
    this.#pin(pair)
  }

  #slide(pair: Pair, path: Path): void {
    if (this.#joinOf(pair)) return
    const { parent, child, axis = [0, 0, 1] } = pair
    const at = this.#sliders.findIndex(({ id }) => [parent, child].includes(blockName(id)))
    const slider = this.#sliders[at]
    if (!slider) {
      refuse(path, 'is a slide without a block')
      return
    }
    const isTurned = parent === blockName(slider.id)
    const carrier = isTurned ? child : parent
    const [x, , z] = axis.map((part) => (isTurned ? -part : part)) as unknown as Vector3
    this.#sliders[at] = {
      id: slider.id,
      point: slider.point,
      angle: Math.atan2(z, x),
      ...(carrier === ground ? {} : { on: carrier })
    }
  }

  #takeSprings(): void {
    for (const spring of this.#copies) {
      const [from, to] = [spring.from, spring.to].map(([body, place]) => {
        const at = (this.#file.loops ?? []).findIndex(({ name }) => name === spring.id)
        if (!this.#slots.has(body)) refuse(['loops', at], 'is a spring that no link holds')
        return this.#slots.at(body, place)
      }) as [Slot, Slot]
      this.#copied.push({ spring, from, to })
    }
  }

  structure(): Structure {
    const points = this.#slots.points()
    const at = (owner: string, point: string) => this.#slots.idOf(owner, point) ?? point
    const wheel = ({ link, point }: GearWheel) => ({ link, point: at(link, point) })
    const holder = (point: string) =>
      this.#sketch.links.find((link) => link.points.includes(point) && !link.fixed)?.id ?? ground
    const sketch: Sketch = {
      ...this.#sketch,
      points,
      links: this.#links.map((link) => ({ ...link, points: this.#pointsOf(link) })),
      sliders: this.#sliders.map((slider) => ({
        ...slider,
        point: this.#slots.pointsOf(blockName(slider.id))[0] ?? slider.point
      })),
      gears: this.#gears().map((gear) => ({ ...gear, a: wheel(gear.a), b: wheel(gear.b) })),
      springs: [
        ...this.#springs().map((spring) => ({
          ...spring,
          from: at(holder(spring.from), spring.from),
          to: at(holder(spring.to), spring.to)
        })),
        ...this.#copied.map(({ spring, from, to }) => ({
          ...spring,
          from: this.#slots.nameOf(from),
          to: this.#slots.nameOf(to)
        }))
      ],
      motors: this.#sketch.motors.map((motor) => ({ ...motor, point: at(motor.link, motor.point) }))
    }
    return { sketch: pruned(withPinnedMotors(sketch)), places: this.#slots.places() }
  }

  #pointsOf({ id }: SketchLink): string[] {
    const points = this.#slots.pointsOf(id)
    if (new Set(points).size < points.length)
      refuse(['bodies', this.#bodyAt(id)], 'is pinned to itself')
    return points
  }

  /** Gears that hold nothing are in no file, and stay. */
  #gears(): SketchGear[] {
    const names = (mechanism: Mechanism) => (mechanism.couplings ?? []).map(({ name }) => name)
    const [were, are] = [names(this.#before), names(this.#file)]
    return this.#sketch.gears.filter(({ id }) => are.includes(id) || !were.includes(id))
  }

  #springs(): SketchSpring[] {
    const loops = (this.#file.loops ?? []).map(({ name }) => name)
    const [kept, gone] = [true, false].map((isThere) =>
      this.#sketch.springs.filter(({ id }) => loops.includes(id) === isThere)
    )
    for (const half of (gone ?? []).flatMap(({ id }) => halvesOf(id))) {
      const at = this.#bodyAt(half)
      if (at >= 0) refuse(['bodies', at], 'is half of a spring that is gone')
    }
    return kept ?? []
  }

  #bodyAt = (body: string) => this.#file.bodies.findIndex(({ name }) => name === body)
}

/** A motor ends with the pin that it turned. */
function withPinnedMotors(sketch: Sketch): Sketch {
  const joins = joinsOf({ ...sketch, motors: [] })
  const motors = sketch.motors.filter(({ point, link }) =>
    joins.some(
      (join) =>
        join.kind === 'pin' && join.point === point && [join.parent, join.child].includes(link)
    )
  )
  return { ...sketch, motors }
}
