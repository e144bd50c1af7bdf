import type { Linkwork, Mechanism } from 'linkwork'
import type { Place } from './bars.ts'
import type { Version } from './draft.ts'
import { decimals, versionOf } from './drawn-file.ts'
import { close, compared, extraPartIn, lists, named } from './extra-parts.ts'
import { withGears } from './gear-reading.ts'
import { ground } from './joining.ts'
import { withValue } from './json-places.ts'
import type { Path } from './schema.ts'
import type { Sketch, SketchGear } from './sketch.ts'
import { halvesOf, springCopies } from './spring-copies.ts'
import { isRefusal, type Refusal, type Structure, structureOf } from './structure.ts'

/**
 * Reads a drawing from its file after an edit of the text: the name, the lengths of links, the pins, the
 * pose, gears, belts and springs, deleted parts and added copies. Derived values that the edit did not
 * change, such as masses and shapes, are computed again. Returns the place in the file if no drawing has
 * its contents.
 *
 * `mechanism` is the mechanism of the file with closed loops.
 */
export function readBack(
  linkwork: Linkwork,
  sketch: Sketch,
  text: string,
  mechanism: Mechanism
): Required<Omit<Version, 'isByHand'>> | Refusal {
  const { file, copies } = springCopies(sketch.springs, JSON.parse(text) as Mechanism)
  const before = fileOf(sketch)
  const structure = structureOf(sketch, before, file, copies)
  if (isRefusal(structure)) return structure
  const drawn = measured(linkwork, structure, mechanism)
  if (!isJoinedAlike(file, before)) return rejoined(linkwork, drawn, before, file, mechanism)
  const gears = drawn.gears.map((gear) => ({ ...gear, ratio: ratioOf(sketch, gear, mechanism) }))
  const next = { ...drawn, gears }
  const followers: (readonly [Path, number])[] = []
  const extraPart = compared([], file, before, fileOf(next), (path, value) =>
    followers.push([path, value])
  )
  if (extraPart) return { path: extraPart, words: unlike }
  const written = followers.reduce((all, [path, value]) => withValue(all, path, value), text)
  return { text: written, sketch: next }
}

const unlike = 'is not as a drawing has it'

const fileOf = (sketch: Sketch): Mechanism => JSON.parse(versionOf(sketch).text)

/** Whether two files have the same parts, joined alike, in the same order. */
function isJoinedAlike(one: Mechanism, other: Mechanism): boolean {
  const outline = (file: Mechanism) =>
    lists.map((list) => named(file, list).map(({ name, parent, child }) => [name, parent, child]))
  return JSON.stringify(outline(one)) === JSON.stringify(outline(other))
}

/** Rewrites a drawing whose joints were changed, if nothing else was changed. */
function rejoined(
  linkwork: Linkwork,
  drawn: Sketch,
  before: Mechanism,
  file: Mechanism,
  mechanism: Mechanism
): Required<Omit<Version, 'isByHand'>> | Refusal {
  const next = withGears(drawn, file)
  if (isRefusal(next)) return next
  const after = fileOf(next)
  const extraPart = extraPartIn(file, before, after)
  if (extraPart) return { path: extraPart, words: unlike }
  const freedoms = [mechanism, linkwork.assemble(after)].map(
    (each) => linkwork.info(each).degreesOfFreedom
  )
  if (freedoms[0] !== freedoms[1])
    return { path: [], words: 'has other degrees of freedom than its drawing' }
  return { text: versionOf(next).text, sketch: next }
}

/** "joints[2].axis is not as a drawing has it" */
export const sentenceOf = ({ path, words }: Refusal): string =>
  `${writtenPath(path) || 'The file'} ${words}`

const writtenPath = (path: Path): string =>
  path.reduce<string>(
    (words, step) =>
      typeof step === 'number' ? `${words}[${step}]` : words ? `${words}.${step}` : step,
    ''
  )

/** A drawing that is joined as a file says, with where things are in it. */
function measured(
  linkwork: Linkwork,
  { sketch, places: onBodies }: Structure,
  mechanism: Mechanism
): Sketch {
  using model = linkwork.model(mechanism)
  const poses = model.poses()
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
      const [px, pz] = onBodies.get(`${id} ${point}`) ?? [0, 0]
      places.set(point, [x + c * px - s * pz, z + s * px + c * pz])
    }
  }
  return {
    ...sketch,
    name: mechanism.name,
    points: sketch.points.map((point) => {
      const [x, z] = onBodies.get(`${ground} ${point.id}`) ??
        places.get(point.id) ?? [point.x, point.z]
      return { ...point, x: rounded(x), z: rounded(z) }
    }),
    links: sketch.links.map((link) =>
      link.points.length > 1 ? link : { ...link, angle: angles.get(link.id) ?? link.angle ?? 0 }
    ),
    springs: sketch.springs.map((spring) => {
      const [, name] = halvesOf(spring.id)
      const rod = mechanism.joints.find((joint) => joint.name === name)
      const { stiffness, damping, rest } = { ...spring, ...rod }
      return { ...spring, stiffness, damping, rest }
    })
  }
}

const rounded = (value: number) => Number(value.toFixed(decimals))

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
