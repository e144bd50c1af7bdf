import type { Coupling, Mechanism } from 'linkwork'
import { anglesOf, carrierOf, couplingOf } from './gearing.ts'
import {
  distanceOf,
  type GearWheel,
  linkOf,
  radiiAt,
  type Sketch,
  type SketchGear
} from './sketch.ts'
import type { Refusal } from './structure.ts'

/** Reads gears and belts out of a file's couplings, by the joints that the file has. */
export function withGears(sketch: Sketch, file: Mechanism): Sketch | Refusal {
  const { joints, couplings = [] } = file
  const anglesTo = anglesOf(joints.map((joint) => ({ ...joint, turns: joint.type === 'revolute' })))
  const gears = new Map(sketch.gears.map((gear) => [gear.id, gear]))
  for (const [i, coupling] of couplings.entries()) {
    const known = gears.get(coupling.name)
    const candidates = known ? [known] : pairsOf(sketch, coupling.name)
    const found = candidates.flatMap((gear) => {
      const ratio = ratioIn(coupling, (each) =>
        couplingOf(sketch, { ...gear, ratio: each }, anglesTo)
      )
      return ratio !== undefined && ratio > (gear.inner ? 1 : 0) ? [{ gear, ratio }] : []
    })
    const [best] = found
    if (!best || coupling.terms.some((term) => term.function))
      return { path: ['couplings', i], words: 'turns no two wheels that are drawn by a ratio' }
    const { gear, ratio } = best
    const isSame = Math.abs(ratio - gear.ratio) < 1e-9 * (1 + gear.ratio)
    gears.set(gear.id, isSame ? gear : sized(sketch, { ...gear, ratio }, known === undefined))
  }
  return { ...sketch, gears: [...gears.values()] }
}

/** A belt that is new has wheels of half the way between their middles. */
function sized(sketch: Sketch, gear: SketchGear, isNew: boolean): SketchGear {
  if (!isNew || gear.belt === undefined) return gear
  const [belt] = radiiAt(distanceOf(sketch, gear.a.point, gear.b.point) / 2, gear.ratio)
  return { ...gear, belt }
}

/** All gears and belts that there could be, those first in which no bar is a wheel. */
function pairsOf(sketch: Sketch, id: string): SketchGear[] {
  const ends = sketch.links
    .toSorted((one, other) => one.points.length - other.points.length)
    .flatMap((link) => link.points.map((point): GearWheel => ({ link: link.id, point })))
  const isApart = (one: GearWheel, other: GearWheel) =>
    !linkOf(sketch, one.link).points.includes(other.point)
  return ends.flatMap((a) =>
    ends
      .filter((b) => isApart(a, b) && isApart(b, a) && carrierOf(sketch, a.point, b.point))
      .flatMap((b) => [
        { id, a, b, ratio: 0 },
        { id, a, b, ratio: 0, belt: 0 }
      ])
  )
}

/**
 * The ratio at which a coupling c(ratio) = c₀ + ratio c₁ is a file's, or a multiple of it:
 * f = s c₀ + t c₁ by least squares, and nothing is left over.
 */
function ratioIn(file: Coupling, couplingAt: (ratio: number) => Coupling): number | undefined {
  const [one, two, wanted] = [couplingAt(1), couplingAt(2), file].map(coefficientsOf)
  const joints = new Set([one, two, wanted].flatMap((each) => [...(each?.keys() ?? [])]))
  const rows = [...joints].map((joint) => {
    const [a, b, f] = [one, two, wanted].map((each) => each?.get(joint) ?? 0) as Row
    return [2 * a - b, b - a, f] as const
  })
  const dot = (i: 0 | 1 | 2, j: 0 | 1 | 2) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)
  const determinant = dot(0, 0) * dot(1, 1) - dot(0, 1) ** 2
  if (determinant < 1e-12) return undefined
  const s = (dot(0, 2) * dot(1, 1) - dot(1, 2) * dot(0, 1)) / determinant
  const t = (dot(1, 2) * dot(0, 0) - dot(0, 2) * dot(0, 1)) / determinant
  const isExact = rows.every(
    ([c0, c1, f]) => Math.abs(s * c0 + t * c1 - f) < 1e-9 * (1 + Math.abs(f))
  )
  return isExact && s !== 0 ? Number((t / s).toFixed(12)) : undefined
}

type Row = [number, number, number]

const coefficientsOf = ({ terms }: Coupling): ReadonlyMap<string, number> =>
  new Map(terms.map(({ joint, coefficient }) => [joint, coefficient]))
