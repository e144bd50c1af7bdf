import type { Frame, Mechanism } from 'linkwork'
import type { Place } from './bars.ts'
import type { SketchSpring } from './sketch.ts'

/** The parts of a spring: bodies and joints of these names, and its loop. */
export const halvesOf = (spring: string): [string, string] => [`${spring} barrel`, `${spring} rod`]

/** A spring between places on bodies. */
export interface SpringCopy extends Omit<SketchSpring, 'from' | 'to'> {
  readonly from: readonly [body: string, place: Place]
  readonly to: readonly [body: string, place: Place]
}

type Names = ReadonlyMap<string, string>

/**
 * Returns the springs of a file that are copies of drawn ones, and the file in which their parts have
 * the names of a drawing: a pin, a stiff slide, and a loop with the name of the spring.
 */
export function springCopies(
  springs: readonly SketchSpring[],
  file: Mechanism
): { readonly copies: readonly SpringCopy[]; readonly file: Mechanism } {
  const known = new Set(springs.map(({ id }) => id))
  const found = (file.loops ?? []).flatMap((loop) => {
    const slide = file.joints.find(({ child }) => child === loop.parent)
    const pin = file.joints.find(({ child }) => child === slide?.parent)
    const isSpring = slide?.type === 'prismatic' && slide.stiffness !== undefined
    if (!isSpring || !pin || known.has(loop.name)) return []
    const copy: SpringCopy = {
      id: loop.name,
      from: [pin.parent, placeOf(pin.parentFrame)],
      to: [loop.child, placeOf(loop.childFrame)],
      stiffness: slide.stiffness ?? 0,
      damping: slide.damping ?? 0,
      rest: slide.rest ?? 0
    }
    const [barrel, rod] = halvesOf(copy.id)
    const joints: Names = new Map([
      [pin.name, barrel],
      [slide.name, rod]
    ])
    const bodies: Names = new Map([
      [pin.child, barrel],
      [slide.child, rod]
    ])
    return [{ copy, joints, bodies }]
  })
  const of = (all: readonly Names[]) => new Map(all.flatMap((names) => [...names]))
  const [joints, bodies] = [
    of(found.map((each) => each.joints)),
    of(found.map((each) => each.bodies))
  ]
  return { copies: found.map(({ copy }) => copy), file: renamed(file, joints, bodies) }
}

function renamed(file: Mechanism, jointNames: Names, bodyNames: Names): Mechanism {
  const body = (name: string) => bodyNames.get(name) ?? name
  const ends = <Pair extends { parent: string; child: string }>(pair: Pair) => ({
    ...pair,
    parent: body(pair.parent),
    child: body(pair.child)
  })
  return {
    ...file,
    bodies: file.bodies.map((each) => ({ ...each, name: body(each.name) })),
    joints: file.joints.map((each) => ({
      ...ends(each),
      name: jointNames.get(each.name) ?? each.name
    })),
    ...(file.loops && { loops: file.loops.map(ends) })
  }
}

/** Returns the position of a frame in the plane. */
export const placeOf = (frame?: Frame): Place => {
  const [x, , z] = frame?.position ?? [0, 0, 0]
  return [x, z]
}
