import type { Coupling } from 'linkwork'
import type { Wheel } from './bars.ts'
import { ground } from './joining.ts'
import {
  linkOf,
  pointOf,
  radiiOf,
  type Sketch,
  type SketchGear,
  type SketchLink
} from './sketch.ts'

/** The equations of gears and belts for the angles of joints. */

/** A joint of a tree, and whether its child turns in it. */
interface TreeJoint {
  readonly name: string
  readonly parent: string
  readonly child: string
  readonly turns: boolean
}

/** The joints whose angles add up to that of a body. */
export type AnglesTo = (body: string) => readonly string[]

export function anglesOf(joints: readonly TreeJoint[]): AnglesTo {
  const inbound = new Map(joints.map((joint) => [joint.child, joint]))
  const anglesTo: AnglesTo = (body) => {
    const joint = inbound.get(body)
    return joint ? [...anglesTo(joint.parent), ...(joint.turns ? [joint.name] : [])] : []
  }
  return anglesTo
}

/**
 * Relative to the common link c: (φ_b − φ_c) ± ratio (φ_a − φ_c) is constant; − if both turn in the
 * same direction, by a ring or a belt.
 */
export function couplingOf(
  sketch: Sketch,
  { id, a, b, ratio, inner, belt }: SketchGear,
  anglesTo: AnglesTo,
  q: Readonly<Record<string, readonly number[]>> = {}
): Coupling {
  const factor = inner || belt !== undefined ? -ratio : ratio
  const carrier = carrierOf(sketch, a.point, b.point) ?? ground
  const coefficients = new Map<string, number>()
  const add = (body: string, by: number) => {
    const isFixed = body === ground || linkOf(sketch, body).fixed
    for (const joint of isFixed ? [] : anglesTo(body))
      coefficients.set(joint, (coefficients.get(joint) ?? 0) + by)
  }
  add(b.link, 1)
  add(a.link, factor)
  add(carrier, -1 - factor)
  const terms = [...coefficients]
    .filter(([, coefficient]) => Math.abs(coefficient) > 1e-12)
    .map(([joint, coefficient]) => ({ joint, coefficient }))
  const offset = terms.reduce((sum, term) => sum + term.coefficient * (q[term.joint]?.[0] ?? 0), 0)
  return { name: id, terms, offset }
}

/** Returns the body that fixes the distance of two wheels: the link through both, or the ground. */
export function carrierOf(sketch: Sketch, one: string, other: string): string | undefined {
  const holds = sketch.links.find(({ points }) => points.includes(one) && points.includes(other))
  if (holds) return holds.fixed ? ground : holds.id
  const isFixed = (id: string) =>
    pointOf(sketch, id).ground ||
    sketch.links.some((link) => link.fixed && link.points.includes(id))
  return isFixed(one) && isFixed(other) ? ground : undefined
}

/** Returns the gears and belts whose wheels keep their distance. */
export const meshing = (sketch: Sketch): SketchGear[] =>
  sketch.gears.filter(({ a, b }) => carrierOf(sketch, a.point, b.point) !== undefined)

/** The largest wheel that is one with a link; a link about one point is a wheel anyhow. */
export const wheelOf = (sketch: Sketch, link: SketchLink): Wheel =>
  largest(link, wheelsOf(sketch, link))

/** Returns the largest gear in the layer of its link; belts have other layers. */
export function rollingWheelOf(sketch: Sketch, link: SketchLink): Wheel {
  const wheels = wheelsOf(sketch, link)
  const rolling = wheels.filter(({ isPulley }) => !isPulley)
  return rolling.length < wheels.length
    ? largest({ ...link, width: 0 }, rolling)
    : largest(link, rolling)
}

function largest({ points, width }: SketchLink, wheels: readonly Wheel[]): Wheel {
  const bare: Wheel = { radius: points.length === 1 ? 2 * width : 0 }
  return wheels.reduce((best, each) => (each.radius > best.radius ? each : best), wheels[0] ?? bare)
}

/** The wheels that are one with a link. */
function wheelsOf(sketch: Sketch, link: SketchLink): Wheel[] {
  return sketch.gears.flatMap((gear) => {
    const [a, b] = radiiOf(sketch, gear)
    const isPulley = gear.belt !== undefined
    const wheel = (point: string, radius: number, isRing = false): Wheel => ({
      radius,
      isRing,
      isPulley,
      at: link.points.indexOf(point)
    })
    return [
      ...(gear.a.link === link.id ? [wheel(gear.a.point, a, gear.inner)] : []),
      ...(gear.b.link === link.id ? [wheel(gear.b.point, b)] : [])
    ]
  })
}
