/**
 * Places the text of a part: near it, clear of all parts; farther away if there is no space; and over
 * as little as possible if nothing is free.
 */
import type { Box } from '../../model/stage.ts'
import { type Outline, overlaps, sharedArea } from './silhouettes.ts'

/** Direction and length of the leader from the part, in units of the shortest length. */
interface SecondSimulation {
  readonly side: readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]
  readonly far: number
}

/** Somewhere on the stage, where it is narrow [CSS pixels]. */
interface Elsewhere {
  readonly left: number
  readonly top: number
}

export type Place = SecondSimulation | Elsewhere

/** Leader from the part: aslant, then level; margin to the stage's edge [CSS pixels]. */
const aslant = [50, 26] as const
const level = 18
const gap = 6
const margin = 16
const straight = 44
export const lineHeight = 16
/** Words and parts are so far apart [CSS pixels]. */
const apart = 4

const sides = [
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [0, 1],
  [0, -1]
] as const
const distances = [1, 1.6, 2.4, 3.6, 5.2]
const places: readonly SecondSimulation[] = distances.flatMap((far) =>
  sides.map((side) => ({ side, far }))
)
export const firstPlace: Place = places[0] as SecondSimulation

/** Step of the search for free space [CSS pixels]. */
const pitch = 16

/** The part's joint on the stage, the radius about it that parts cover, and how wide the words are. */
export interface Anchor {
  readonly x: number
  readonly y: number
  readonly reach: number
  readonly wide: number
}

/** Points of the leader: from the part, aslant, then level, or straight up, down or to the words. */
export function leaderOf(anchor: Anchor, place: Place) {
  const { x, y, reach } = anchor
  if ('left' in place) {
    const { left, right, top } = boxAt(anchor, place)
    return [[x, y] as const, [x < left ? left - gap : right + gap, top + lineHeight / 2] as const]
  }
  const {
    side: [sx, sy],
    far
  } = place
  if (sx === 0) {
    const [from, to] = [y + sy * (reach + 4), y + sy * (reach + far * straight)]
    return [[x + 2, from] as const, [x + 10, to] as const]
  }
  const from = [x + sx * 0.87 * reach, y + sy * 0.5 * reach] as const
  const bend = [from[0] + sx * far * aslant[0], from[1] + sy * far * aslant[1]] as const
  return [from, bend, [bend[0] + sx * level, bend[1]] as const]
}

export function boxAt(anchor: Anchor, place: Place): Box {
  const high = 2 * lineHeight
  if ('left' in place)
    return { ...place, right: place.left + anchor.wide, bottom: place.top + high }
  const {
    side: [sx, sy]
  } = place
  const [x, y] = leaderOf(anchor, place).at(-1) ?? [anchor.x, anchor.y]
  const left = sx === 0 ? anchor.x : sx > 0 ? x + gap : x - gap - anchor.wide
  const top = sx !== 0 ? y - lineHeight / 2 : sy > 0 ? y + gap : y - gap - high
  return { left, top, right: left + anchor.wide, bottom: top + high }
}

/** The place that is kept while it is free, else the nearest that is. */
export function placeFor(
  anchor: Anchor,
  outlines: readonly Outline[],
  [width, height]: readonly [width: number, height: number],
  kept: Place | null
): Place {
  const inside = (place: Place) => {
    const { left, top, right, bottom } = boxAt(anchor, place)
    return left >= margin && top >= margin && right <= width - margin && bottom <= height - margin
  }
  const around = (place: Place): Box => {
    const { left, top, right, bottom } = boxAt(anchor, place)
    return { left: left - apart, top: top - apart, right: right + apart, bottom: bottom + apart }
  }
  const isFree = (place: Place) => {
    const box = around(place)
    return inside(place) && !outlines.some((outline) => overlaps(box, outline))
  }
  if (kept && isFree(kept)) return kept
  const free = places.find(isFree) ?? elsewhere(anchor, [width, height]).find(isFree)
  if (free) return free
  const covered = (place: Place) =>
    outlines.reduce((sum, outline) => sum + sharedArea(around(place), outline), 0)
  const possible = places.filter(inside).map((place) => ({ place, area: covered(place) }))
  const [least] = possible.sort((a, b) => a.area - b.area)
  // What covers hardly more stays: words that jump are not read.
  if (kept && inside(kept) && least && covered(kept) <= 1.5 * least.area) return kept
  return least?.place ?? kept ?? firstPlace
}

/** All over the stage, the nearest first. */
function elsewhere({ x, y, wide }: Anchor, [width, height]: readonly [number, number]) {
  const found: Elsewhere[] = []
  for (let left = margin; left <= width - margin - wide; left += pitch)
    for (let top = margin; top <= height - margin - 2 * lineHeight; top += pitch)
      found.push({ left, top })
  const away = ({ left, top }: Elsewhere) => Math.hypot(left + wide / 2 - x, top + lineHeight - y)
  return found.sort((a, b) => away(a) - away(b))
}
