import { velocitySize } from '../joint-sizes.js'
import type { Joint, JointValues } from '../types/mechanism.js'
import { type Equations, lengthsOf, type Positions, retract, zeroOf } from './linkage.js'
import { dampedSolution, dot, singularValues } from './singular-values.js'

/** A gap this small counts as closed [rad, and m over the length of the loop]. */
const closed = 1e-10
/** Sizes of the random moves away from zero [rad], and how many of each. */
const moves = [0.2, 0.5, 1, 2]
const movesEach = 6
/** A pose whose equations tell directions apart less sharply than this is next to a singular one. */
const sharpEnough = 0.05

/** Equations that share joints, and the pose found for them. */
export interface Assembly {
  readonly parts: readonly Equations[]
  /** Undefined where no pose was found. */
  readonly positions: Positions | undefined
  /** Of the nearest miss [rad, m over length]. */
  readonly gap: number
}

interface Pose {
  readonly positions: Positions
  /** From zero [rad, m over length]. */
  readonly distance: number
  /** How far beyond the limits of its joints, in all [rad, m]. */
  readonly excess: number
  readonly gap: number
  /** Of the equations' Jacobian. */
  readonly rank: number
  /** Its smallest singular value within the rank, over the largest. */
  readonly sharpness: number
}

/** One coordinate of the search: a component of a joint's v, in units of about one radian. */
interface Direction {
  readonly joint: Joint
  readonly component: number
  readonly size: number
}

/**
 * For each set of equations that share joints: the pose nearest to all joints at zero in which
 * they hold and tell as much about velocities as they do elsewhere (a four-bar stretched flat does
 * not). Joints for which `isDependent` holds move before others do.
 */
export function assemble(
  equations: readonly Equations[],
  isDependent: (joint: Joint) => boolean
): Assembly[] {
  return together(equations).map((parts) => new Search(parts, isDependent).assembly())
}

/** The positions of an assembly that differ from zero. */
export function movedJoints(assembly: Assembly): JointValues {
  const joints = assembly.parts.flatMap(({ joints }) => joints)
  const { positions } = assembly
  return Object.fromEntries(
    joints.flatMap((joint) => {
      const q = positions?.get(joint.name) ?? zeroOf(joint)
      const zero = zeroOf(joint)
      return q.some((value, i) => value !== zero[i]) ? [[joint.name, q]] : []
    })
  )
}

/** Gathers equations that share joints. */
function together(equations: readonly Equations[]): Equations[][] {
  let groups: Equations[][] = []
  for (const each of equations) {
    const touches = (group: Equations[]) =>
      group.some(({ joints }) => joints.some((joint) => each.joints.includes(joint)))
    const touched = groups.filter(touches)
    groups = groups.filter((group) => !touched.includes(group))
    groups.push([...touched.flat(), each])
  }
  return groups
}

class Search {
  readonly #parts: readonly Equations[]
  readonly #joints: readonly Joint[]
  readonly #directions: readonly Direction[]
  readonly #dependent: readonly Direction[]

  constructor(parts: readonly Equations[], isDependent: (joint: Joint) => boolean) {
    this.#parts = parts
    this.#joints = [...new Set(parts.flatMap(({ joints }) => joints))]
    const length = Math.max(...parts.map((part) => part.length)) || 1
    this.#directions = this.#joints.flatMap((joint) =>
      lengthsOf(joint).map((isLength, component) => ({
        joint,
        component,
        size: isLength ? length : 1
      }))
    )
    this.#dependent = this.#directions.filter(({ joint }) => isDependent(joint))
  }

  assembly(): Assembly {
    const zero: Positions = new Map(this.#joints.map((joint) => [joint.name, zeroOf(joint)]))
    const hasLoops = this.#parts.some(({ length }) => length > 0)
    // Gears may be many, and are no different elsewhere.
    if (!hasLoops && this.#gap(zero).every((gap) => gap === 0)) {
      return { parts: this.#parts, positions: zero, gap: 0 }
    }
    const poses = [this.#from(zero, zero)]
    for (const size of hasLoops ? moves : []) {
      poses.push(...this.#startsAround(zero, size).map((start) => this.#from(start, zero)))
      const pose = choice(poses)
      if (pose && pose.excess === 0 && pose.sharpness >= sharpEnough) break
    }
    const gap = Math.min(...poses.map((pose) => pose.gap))
    return { parts: this.#parts, positions: choice(poses)?.positions, gap }
  }

  /** The pose that Newton's method ends in, if it can with dependent joints alone. */
  #from(start: Positions, zero: Positions): Pose {
    const pose = this.#judge(this.#close(start, this.#dependent), zero)
    return pose.gap <= closed ? pose : this.#judge(this.#close(start, this.#directions), zero)
  }

  /** Poses about a pose, the same in every run. */
  #startsAround(zero: Positions, size: number): Positions[] {
    let state = 1
    const random = () => {
      state = (state * 48271) % 2147483647
      return (2 * state) / 2147483647 - 1
    }
    return Array.from({ length: movesEach }, () =>
      withinLimits(
        this.#joints,
        this.#move(zero, this.#directions, () => size * random())
      )
    )
  }

  #move(
    positions: Positions,
    directions: readonly Direction[],
    change: (direction: number) => number
  ): Positions {
    const steps = new Map<Joint, number[]>()
    for (const [i, { joint, component, size }] of directions.entries()) {
      const step = steps.get(joint) ?? zeroVelocity(joint)
      step[component] = change(i) * size
      steps.set(joint, step)
    }
    return moved(positions, steps)
  }

  #gap(positions: Positions): number[] {
    return this.#parts.flatMap(({ gap }) => gap(positions))
  }

  /**
   * ∂gap/∂directions, its rows, by central differences: their error, 1e-10, only slows the end of
   * Newton's method a little.
   */
  #jacobian(positions: Positions, directions: readonly Direction[]): number[][] {
    const step = 1e-5
    return this.#parts.flatMap(({ joints, gap, gapsAround }) => {
      const around = gapsAround(positions)
      const rows = gap(positions).map(() => new Array<number>(directions.length).fill(0))
      for (const [i, { joint, component, size }] of directions.entries()) {
        if (!joints.includes(joint)) continue
        const at = (change: number) => {
          const move = zeroVelocity(joint)
          move[component] = change * size
          return around(joint, retract(joint, positions.get(joint.name)!, move))
        }
        const before = at(-step)
        for (const [row, value] of at(step).entries()) {
          rows[row]![i] = (value - before[row]!) / (2 * step)
        }
      }
      return rows
    })
  }

  /** Newton's method with steps of least size, damped where the gap is large. */
  #close(start: Positions, directions: readonly Direction[]): Positions {
    let positions = start
    for (let iteration = 0; iteration < 60; iteration++) {
      const gap = this.#gap(positions)
      const size = Math.sqrt(dot(gap, gap))
      if (size < 1e-15 || directions.length === 0) break
      const singular = singularValues(this.#jacobian(positions, directions))
      const step = dampedSolution(singular, gap, 0.1 * size * size)
      const largest = Math.max(...step.map(Math.abs))
      const factor = largest > 0.5 ? 0.5 / largest : 1
      positions = this.#move(positions, directions, (i) => -factor * step[i]!)
      if (largest < 1e-15) break
    }
    return positions
  }

  #judge(positions: Positions, zero: Positions): Pose {
    const gap = this.#gap(positions)
    const { values } = singularValues(this.#jacobian(positions, this.#directions))
    const largest = Math.max(...values)
    const within = values.filter((value) => value > 1e-6 * largest)
    return {
      positions,
      distance: Math.hypot(
        ...this.#joints.flatMap(({ name }) =>
          positions.get(name)!.map((value, i) => value - zero.get(name)![i]!)
        )
      ),
      excess: this.#joints.reduce((sum, joint) => sum + excessOf(joint, positions), 0),
      gap: Math.hypot(...gap),
      rank: within.length,
      sharpness: Math.min(...within) / largest
    }
  }
}

function zeroVelocity(joint: Joint): number[] {
  return new Array<number>(velocitySize(joint)).fill(0)
}

function moved(positions: Positions, steps: ReadonlyMap<Joint, readonly number[]>): Positions {
  const result = new Map(positions)
  for (const [joint, step] of steps) {
    result.set(joint.name, retract(joint, positions.get(joint.name)!, step))
  }
  return result
}

/** The nearest pose whose equations are as many as anywhere and sharp; zero itself if it has them. */
function choice(poses: readonly Pose[]): Pose | undefined {
  const closing = poses.filter(({ gap }) => gap <= closed)
  const rank = Math.max(...closing.map((pose) => pose.rank))
  const regular = closing.filter((pose) => pose.rank === rank)
  const zero = regular.find(({ distance }) => distance === 0)
  if (zero) return zero
  const sharpest = Math.max(...regular.map(({ sharpness }) => sharpness))
  return regular
    .filter(({ sharpness }) => sharpness >= Math.min(sharpEnough, sharpest / 2))
    .sort((a, b) => a.excess - b.excess || a.distance - b.distance)[0]
}

function excessOf({ name, limits }: Joint, positions: Positions): number {
  const [value = 0] = positions.get(name) ?? []
  return limits ? Math.max(0, limits.lower - value, value - limits.upper) : 0
}

function withinLimits(joints: readonly Joint[], positions: Positions): Positions {
  const within = new Map(positions)
  for (const { name, limits } of joints) {
    const [value = 0] = positions.get(name) ?? []
    if (limits) within.set(name, [Math.min(limits.upper, Math.max(limits.lower, value))])
  }
  return within
}
