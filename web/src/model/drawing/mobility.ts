import type { Linkwork } from 'linkwork'
import { count } from '../mechanisms/entry.ts'
import { writeFixed } from '../numbers.ts'
import { meshing } from './gearing.ts'
import { bodiesOf, treeOf } from './joining.ts'
import type { Sketch, SketchGear } from './sketch.ts'
import { toMechanism } from './to-mechanism.ts'

/** The mobility of a drawing. */
export interface Mobility {
  /** The ground among them. */
  readonly links: number
  /** Pins, slides, gears and belts. */
  readonly joints: number
  /** As the library finds it. */
  readonly degreesOfFreedom: number
  /** 3 (links − 1) − 2 pins and slides − gears. */
  readonly counted: number
  /** Links and gears, any of which could go without freeing anything. */
  readonly redundant: readonly string[]
  /** Of a locked drawing: the links and gears whose removal lets it move. */
  readonly locks: readonly string[]
  /** Gears and belts whose middles nothing keeps apart: they turn nothing. */
  readonly idle: readonly string[]
}

/** Finds out how a sketch moves; springs and motors are no matter. */
export function mobilityOf(linkwork: Linkwork, sketch: Sketch): Mobility {
  const bare = { ...sketch, springs: [], motors: [] }
  const counts = countOf(bare)
  const degreesOfFreedom = freedomsOf(linkwork, bare)
  const isMissed = degreesOfFreedom > counts.counted || degreesOfFreedom === 0
  const rests = isMissed ? restsOf(bare) : []
  const named = (isWanted: (rest: Sketch) => boolean) =>
    rests.filter(({ rest }) => isWanted(rest)).map(({ name }) => name)
  const isRedundant = (rest: Sketch) =>
    countOf(rest).counted > counts.counted && freedomsOf(linkwork, rest) === degreesOfFreedom
  return {
    ...counts,
    degreesOfFreedom,
    idle: idleGears(bare),
    redundant: degreesOfFreedom > counts.counted ? named(isRedundant) : [],
    locks:
      degreesOfFreedom === 0 && counts.links > 1
        ? named((rest) => freedomsOf(linkwork, rest) > 0)
        : []
  }
}

function idleGears(sketch: Sketch): string[] {
  const turning = meshing(sketch)
  return sketch.gears.filter((gear) => !turning.includes(gear)).map(gearName)
}

/** "gear 1", "belt 2", "gear sun and P": not the name of a link. */
export const gearName = ({ id, belt }: SketchGear) => {
  const word = belt === undefined ? 'gear' : 'belt'
  return id.startsWith(`${word} `) ? id : `${word} ${id}`
}

function countOf(sketch: Sketch): Pick<Mobility, 'links' | 'joints' | 'counted'> {
  const { joins, loops } = treeOf(sketch)
  const bodies = bodiesOf(sketch).length
  const pairs = joins.length + loops.length
  const gears = meshing(sketch).length
  return { links: bodies + 1, joints: pairs + gears, counted: 3 * bodies - 2 * pairs - gears }
}

/** The freedoms that there are in the pose that is drawn, or where that one is singular near by. */
function freedomsOf(linkwork: Linkwork, sketch: Sketch): number {
  if (bodiesOf(sketch).length === 0) return 0
  const { mechanism } = toMechanism(sketch)
  try {
    return linkwork.info(mechanism).degreesOfFreedom
  } catch {
    return linkwork.info(linkwork.assemble(mechanism)).degreesOfFreedom
  }
}

/** Returns the sketch without each link that has no slider, and without each gear. */
function restsOf(sketch: Sketch): { readonly name: string; readonly rest: Sketch }[] {
  const { links, gears, sliders } = sketch
  const removable = links.filter(({ id, fixed }) => !fixed && !sliders.some(({ on }) => on === id))
  return [
    ...removable.map((link) => ({
      name: link.id,
      rest: {
        ...sketch,
        links: links.filter((each) => each !== link),
        gears: gears.filter(({ a, b }) => a.link !== link.id && b.link !== link.id)
      }
    })),
    ...gears.map((gear) => ({
      name: gearName(gear),
      rest: { ...sketch, gears: gears.filter((each) => each !== gear) }
    }))
  ]
}

/** "4 links, 4 joints: 1 degree of freedom". */
export function badgeWords({ links, joints, degreesOfFreedom }: Mobility): string {
  const freedoms = count(degreesOfFreedom, 'degree of freedom', 'degrees of freedom')
  return `${count(links, 'link')}, ${count(joints, 'joint')}: ${freedoms}`
}

/** A warning in a sentence, if there is one. */
export function remarkOf(mobility: Mobility): string {
  const { counted, degreesOfFreedom, redundant, locks, idle } = mobility
  const [first] = idle
  if (first !== undefined)
    return `${capital(first)} is not connected yet: pin both centers to the ground or to the same link.`
  if (locks.length > 0) return `Locked: removing ${listed(locks, 'or')} would let it move.`
  if (degreesOfFreedom <= counted) return ''
  const count = `Counting gives ${writeFixed(counted, 0)}, because some constraints are redundant`
  return redundant.length > 0
    ? `${count}: the motion is the same without ${listed(redundant, 'or')}.`
    : `${count} in this pose.`
}

const capital = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}`

function listed(names: readonly string[], word: string): string {
  const most = 4
  const shown = names.slice(0, most)
  if (names.length > most) return `${shown.join(', ')} ${word} ${names.length - most} more`
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(` ${word} `)
}
