import { linkOf, type Sketch } from './sketch.ts'

/** The graph of a sketch: bodies and the joints between them. */

export const ground = 'world'

/** Two bodies that turn about a point, or of which one slides along the other. */
export interface Join {
  readonly kind: 'pin' | 'slide'
  /** The point that they share. */
  readonly point: string
  /** Of the two, the one nearer to the ground comes first once a tree is found. */
  readonly parent: string
  readonly child: string
  /** Of a slide: the slider. */
  readonly slider?: string
}

export interface Tree {
  /** From the ground outwards. */
  readonly joins: readonly Join[]
  /** Joints that close cycles. */
  readonly loops: readonly Join[]
  /** Bodies that nothing holds, one of each piece. */
  readonly free: readonly string[]
}

/** The body of a slider's block. */
export const blockName = (slider: string) => `block ${slider}`

/** The name of a joint of the tree, which stays the same while more is drawn. */
export function jointName({ kind, point, child }: Pick<Join, 'kind' | 'point' | 'child'>): string {
  if (point === '') return `${child} free`
  return kind === 'slide' ? `${child} slides` : `${child} at ${point}`
}

/** The bodies of a sketch: links that move, and blocks. */
export function bodiesOf({ links, sliders }: Sketch): string[] {
  return [
    ...links.filter(({ fixed }) => !fixed).map(({ id }) => id),
    ...sliders.map(({ id }) => blockName(id))
  ]
}

/** Every pin and slide: of those that share a point the first holds the others. */
export function joinsOf(sketch: Sketch): Join[] {
  const body = (id: string) => (linkOf(sketch, id).fixed ? ground : id)
  const pins = sketch.points.flatMap(({ id, ground: isGround }): Join[] => {
    const slider = sketch.sliders.find(({ point }) => point === id)
    const motor = sketch.motors.find(({ point }) => point === id)
    const links = sketch.links
      .filter(({ points }) => points.includes(id))
      .map((link) => body(link.id))
    const meeting = [
      ...new Set([
        ...(isGround ? [ground] : []),
        ...(slider ? [blockName(slider.id)] : []),
        // What a motor turns is held by something else.
        ...links.filter((link) => link !== motor?.link),
        ...links
      ])
    ]
    const [hub, ...others] = meeting.sort((one, other) => rank(one) - rank(other))
    return others.map((child) => ({ kind: 'pin', point: id, parent: hub ?? ground, child }))
  })
  const slides = sketch.sliders.map(
    ({ id, point, on }): Join => ({
      kind: 'slide',
      point,
      parent: on === undefined ? ground : body(on),
      child: blockName(id),
      slider: id
    })
  )
  return [...slides, ...pins]
}

const rank = (body: string) => (body === ground ? 0 : 1)

/** A tree of the joins, those with motors first, then those that are near to the ground. */
export function treeOf(sketch: Sketch): Tree {
  const joins = joinsOf(sketch)
  const depth = depths(joins)
  const isDriven = ({ kind, point, child }: Join) =>
    kind === 'pin' && sketch.motors.some((motor) => motor.point === point && motor.link === child)
  const far = 1e9
  const place = (join: Join) =>
    (isDriven(join) ? -far : 0) +
    Math.min(depth.get(join.parent) ?? far, depth.get(join.child) ?? far)
  const piece = new Map<string, string>()
  const pieceOf = (body: string): string => {
    const above = piece.get(body)
    return above === undefined ? body : pieceOf(above)
  }
  const chosen = new Set<Join>()
  for (const join of joins.toSorted((one, other) => place(one) - place(other))) {
    const [one, other] = [pieceOf(join.parent), pieceOf(join.child)]
    if (one === other) continue
    piece.set(other, one)
    chosen.add(join)
  }
  const free = [...new Set(bodiesOf(sketch).map(pieceOf))].filter(
    (body) => body !== pieceOf(ground)
  )
  return {
    joins: outwards([...chosen], [ground, ...free]),
    loops: joins.filter((join) => !chosen.has(join)),
    free
  }
}

/** Joins from the ground to each body. */
function depths(joins: readonly Join[]): Map<string, number> {
  const depth = new Map([[ground, 0]])
  const queue = [ground]
  for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
    for (const { parent, child } of joins) {
      const next = parent === body ? child : child === body ? parent : undefined
      if (next === undefined || depth.has(next)) continue
      depth.set(next, (depth.get(body) ?? 0) + 1)
      queue.push(next)
    }
  }
  return depth
}

/** The joins of a tree in the order that one meets them from its roots, each from parent to child. */
function outwards(joins: readonly Join[], roots: readonly string[]): Join[] {
  const ordered: Join[] = []
  const queue = [...roots]
  const left = new Set(joins)
  for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
    for (const join of left) {
      const { parent, child } = join
      if (parent !== body && child !== body) continue
      const other = parent === body ? child : parent
      left.delete(join)
      ordered.push({ ...join, parent: body, child: other })
      queue.push(other)
    }
  }
  return ordered
}
