import type { Frame, Linkwork, Mechanism } from 'linkwork'
import type { Place } from './bars.ts'
import type { Version } from './draft.ts'
import { decimals, versionOf } from './drawn-file.ts'
import { ground, jointName, treeOf } from './joining.ts'
import { withValue } from './json-places.ts'
import { localOf } from './motion.ts'
import type { Path } from './schema.ts'
import type { Sketch, SketchGear } from './sketch.ts'

/**
 * Reads a drawing back from its file, which was changed by hand: its name, the lengths of its links,
 * where it is pinned, how it stands, its gears and springs. What follows from these and was left as it
 * was, as masses and shapes are, is written anew. A path where the file says what no drawing has.
 *
 * `mechanism` is what the file says, with its loops closed.
 */
export function readBack(
  linkwork: Linkwork,
  sketch: Sketch,
  text: string,
  mechanism: Mechanism
): Required<Omit<Version, 'isByHand'>> | Path {
  const next = measured(linkwork, sketch, mechanism)
  const [before, after] = [sketch, next].map((each) => JSON.parse(versionOf(each).text))
  const followers: (readonly [Path, number])[] = []
  const stranger = compared([], JSON.parse(text), before, after, (path, value) =>
    followers.push([path, value])
  )
  if (stranger) return stranger
  const written = followers.reduce((all, [path, value]) => withValue(all, path, value), text)
  return { text: written, sketch: next }
}

/** "joints[2].axis" */
export const writtenPath = (path: Path): string =>
  path.reduce<string>(
    (words, step) =>
      typeof step === 'number' ? `${words}[${step}]` : words ? `${words}.${step}` : step,
    ''
  )

/** Nothing that a file's decimals could tell. */
const close = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) < 1e-9 * (1 + Math.abs(other))
    : one === other

/** Where a file has something else than the drawing has now, and it is not what it had before. */
function compared(
  path: Path,
  file: unknown,
  before: unknown,
  after: unknown,
  follow: (path: Path, value: number) => void
): Path | undefined {
  if (typeof after !== 'object' || after === null) {
    if (close(file, after)) return undefined
    if (close(file, before)) {
      follow(path, after as number)
      return undefined
    }
    // A start that does not close is taken to the nearest pose.
    return path[0] === 'initialState' && typeof file === 'number' ? undefined : path
  }
  if (typeof file !== 'object' || file === null) return path
  const member = (of: unknown, key: string) => (of as Record<string, unknown> | undefined)?.[key]
  for (const key of new Set([...Object.keys(file), ...Object.keys(after)])) {
    const step = Array.isArray(after) ? Number(key) : key
    const [one, other] = [member(file, key), member(after, key)]
    if (one === undefined || other === undefined) return [...path, step]
    const found = compared([...path, step], one, member(before, key), other, follow)
    if (found) return found
  }
  return undefined
}

/** The drawing with what a file says of it. */
function measured(linkwork: Linkwork, sketch: Sketch, mechanism: Mechanism): Sketch {
  using model = linkwork.model(mechanism)
  const poses = model.poses()
  const locals = placesOf(sketch, mechanism)
  const onBody = (body: string, point: string) => locals.get(`${body} ${point}`)
  const angles = new Map<string, number>()
  const places = new Map<string, Place>()
  for (const { id, points, fixed } of sketch.links) {
    const at = 7 * mechanism.bodies.findIndex(({ name }) => name === id)
    if (fixed || at < 0) continue
    const [x = 0, z = 0, sine = 0, cosine = 1] = [0, 2, 4, 6].map((i) => poses[at + i])
    const angle = -2 * Math.atan2(sine, cosine)
    angles.set(id, angle)
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    for (const point of points) {
      const [px, pz] = onBody(id, point) ?? localOf(sketch, id, point)
      places.set(point, [x + c * px - s * pz, z + s * px + c * pz])
    }
  }
  return {
    ...sketch,
    name: mechanism.name,
    points: sketch.points.map((point) => {
      const [x, z] = onBody(ground, point.id) ?? places.get(point.id) ?? [point.x, point.z]
      return { ...point, x: rounded(x), z: rounded(z) }
    }),
    links: sketch.links.map((link) =>
      link.points.length > 1 ? link : { ...link, angle: angles.get(link.id) ?? link.angle ?? 0 }
    ),
    gears: sketch.gears.map((gear) => ({ ...gear, ratio: ratioOf(sketch, gear, mechanism) })),
    springs: sketch.springs.map((spring) => {
      const rod = mechanism.joints.find(({ name }) => name === `${spring.id} rod`)
      const { stiffness, damping, rest } = { ...spring, ...rod }
      return { ...spring, stiffness, damping, rest }
    })
  }
}

const rounded = (value: number) => Number(value.toFixed(decimals))

/** Where pins are on the bodies that they join, by "BODY POINT". */
function placesOf(sketch: Sketch, { joints, loops = [] }: Mechanism): Map<string, Place> {
  const tree = treeOf(sketch)
  const found = new Map<string, Place>()
  const add = (body: string, point: string, frame?: Frame) => {
    const [x, , z] = frame?.position ?? [0, 0, 0]
    found.set(`${body} ${point}`, [x, z])
  }
  for (const join of [...tree.joins, ...tree.loops]) {
    const joint = [...joints, ...loops].find(({ name }) => name === jointName(join))
    if (join.kind !== 'pin' || !joint) continue
    add(join.parent, join.point, joint.parentFrame)
    add(join.child, join.point, joint.childFrame)
  }
  return found
}

/** The ratio at which the drawing's coupling has a file's coefficients, in which it is linear. */
function ratioOf(sketch: Sketch, { id, ratio, inner }: SketchGear, mechanism: Mechanism): number {
  const termsAt = (value: number) => {
    const gears = sketch.gears.map((each) => (each.id === id ? { ...each, ratio: value } : each))
    return termsOf(JSON.parse(versionOf({ ...sketch, gears }).text), id)
  }
  const [now, next, file] = [termsAt(ratio), termsAt(ratio + 1), termsOf(mechanism, id)]
  for (const [joint, coefficient] of file) {
    const [here, there] = [now.get(joint) ?? 0, next.get(joint) ?? 0]
    if (close(here, there)) continue
    const found = ratio + (coefficient - here) / (there - here)
    if (close(coefficient, here) || found <= (inner ? 1 : 0)) continue
    return rounded(found)
  }
  return ratio
}

function termsOf({ couplings = [] }: Mechanism, id: string): Map<string, number> {
  const terms = couplings.find(({ name }) => name === id)?.terms ?? []
  return new Map(terms.map(({ joint, coefficient }) => [joint, coefficient]))
}
