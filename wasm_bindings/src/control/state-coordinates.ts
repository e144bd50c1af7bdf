import { numbersIn } from '../checks.js'
import { MechanismError } from '../errors.js'
import { positionSize, velocitySize } from '../joint-sizes.js'
import type { Joint, Mechanism } from '../types/mechanism.js'
import { identity } from './matrices.js'

/** Positions and velocities, laid out like those of a simulation. */
export interface StateVectors {
  readonly q: ArrayLike<number>
  readonly v: ArrayLike<number>
}

/** Independent coordinates: joint and component of its velocity. */
export type Coordinates = readonly (readonly [joint: string, component: number])[]

interface Place {
  readonly joint: string
  readonly type: Joint['type']
  /** First entry in q. */
  readonly q: number
  /** Entry in v, and which component of the joint's velocity it is. */
  readonly v: number
  readonly component: number
  /** Whether a whole turn leads to the same state of everything. */
  readonly isPeriodic: boolean
}

/**
 * The state x = (y, ẏ) over independent coordinates, as `stepMap` has it. Differences of the positions of ball and
 * free joints are rotation vectors and shifts in the axes of the child.
 */
export class StateCoordinates {
  readonly #places: readonly Place[]
  readonly #sizes: readonly [q: number, v: number]

  /** `turns`: whether whole turns of joints count, also of those that feel none. */
  constructor(mechanism: Mechanism, coordinates: Coordinates, turns: 'all' | 'felt') {
    const felt = jointsThatFeelTurns(mechanism)
    let q = 0
    let v = 0
    const joints = new Map<string, { joint: Joint; q: number; v: number; isFlat: boolean }>()
    for (const joint of mechanism.joints) {
      const [positions, velocities] = [positionSize(joint), velocitySize(joint)]
      joints.set(joint.name, { joint, q, v, isFlat: positions === velocities })
      q += positions
      v += velocities
    }
    this.#sizes = [q, v]
    this.#places = coordinates.map(([name, component]) => {
      const at = joints.get(name)
      const type = at?.joint.type
      if (!at || !type || !(at.isFlat || type === 'spherical' || type === 'free'))
        throw new MechanismError(
          `joint ${JSON.stringify(name)}: expected a joint without charts. Use a spherical joint.`
        )
      const isPeriodic = turns === 'felt' && type === 'revolute' && !felt.has(name)
      return { joint: name, type, q: at.q, v: at.v + component, component, isPeriodic }
    })
  }

  /** x of a state, relative to another. */
  difference(state: StateVectors, from: StateVectors): number[] {
    const q = numbersIn(state.q, 'q', this.#sizes[0])
    const v = numbersIn(state.v, 'v', this.#sizes[1])
    return [
      ...this.#places.map((place) => positionDifference(place, q, from.q)),
      ...this.#places.map((place) => (v[place.v] ?? 0) - (from.v[place.v] ?? 0))
    ]
  }

  /** The derivative of the difference by changes of the state along its coordinates. */
  slope(state: StateVectors, from: StateVectors): number[][] {
    const rows = identity(2 * this.#places.length)
    for (const [i, one] of this.#places.entries())
      for (const [j, other] of this.#places.entries())
        if (one.joint === other.joint)
          (rows[i] as number[])[j] = positionSlope(one, other, state.q, from.q)
    return rows
  }
}

/** Joints with limits or springs, and joints that couplings, tendons or actuators name. */
function jointsThatFeelTurns({ joints, couplings, tendons, actuators }: Mechanism): Set<string> {
  const terms = [...(couplings ?? []), ...(tendons ?? []), ...(actuators ?? [])].flatMap(
    (part) => part.terms ?? []
  )
  const felt = joints.filter((joint) => joint.limits || (joint.stiffness ?? 0) !== 0)
  return new Set([...terms.map(({ joint }) => joint), ...felt.map(({ name }) => name)])
}

function positionDifference(
  { type, q, component, isPeriodic }: Place,
  to: ArrayLike<number>,
  from: ArrayLike<number>
): number {
  if (type === 'spherical') return rotationVector(to, from, q)[component] ?? 0
  if (type === 'free')
    return (
      (component < 3 ? rotationVector(to, from, q + 3) : shift(to, from, q))[component % 3] ?? 0
    )
  const difference = (to[q + component] ?? 0) - (from[q + component] ?? 0)
  const turn = 2 * Math.PI
  return isPeriodic ? difference - turn * Math.round(difference / turn) : difference
}

/** The derivative of a component of the difference by another of the same joint. */
function positionSlope(
  { type, q, component: i }: Place,
  { component: j }: Place,
  to: ArrayLike<number>,
  from: ArrayLike<number>
): number {
  const isTurn = type === 'spherical' || (type === 'free' && i < 3 && j < 3)
  if (isTurn) return rotationSlope(rotationVector(to, from, type === 'free' ? q + 3 : q), i, j)
  if (type === 'free' && i >= 3 && j >= 3) return turned(to, from, q + 3, j - 3)[i - 3] ?? 0
  return i === j ? 1 : 0
}

type Vector = [x: number, y: number, z: number]

const vectorAt = (numbers: ArrayLike<number>, i: number): Vector => [
  numbers[i] ?? 0,
  numbers[i + 1] ?? 0,
  numbers[i + 2] ?? 0
]

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x
]

/** The vector turned by a quaternion x, y, z, w. */
function turnedBy(axis: Vector, w: number, vector: Vector): Vector {
  const once = cross(axis, vector)
  const twice = cross(axis, once)
  return vector.map((each, k) => each + 2 * (w * (once[k] ?? 0) + (twice[k] ?? 0))) as Vector
}

const negative = (vector: Vector): Vector => vector.map((each) => -each) as Vector

/** The axis k of the frame of one quaternion in the axes of another, both from an entry on. */
function turned(to: ArrayLike<number>, from: ArrayLike<number>, at: number, k: number): Vector {
  const axis = [0, 1, 2].map((i) => (i === k ? 1 : 0)) as Vector
  const inWorld = turnedBy(vectorAt(to, at), to[at + 3] ?? 1, axis)
  return turnedBy(negative(vectorAt(from, at)), from[at + 3] ?? 1, inWorld)
}

/** φ = log(r₀⁻¹ r) of two quaternions x, y, z, w from an entry on. */
function rotationVector(to: ArrayLike<number>, from: ArrayLike<number>, at: number): Vector {
  const r = vectorAt(to, at)
  const r0 = vectorAt(from, at)
  const [w, w0] = [to[at + 3] ?? 1, from[at + 3] ?? 1]
  const crossed = cross(r0, r)
  const scalar = w0 * w + r0[0] * r[0] + r0[1] * r[1] + r0[2] * r[2]
  const sign = scalar < 0 ? -1 : 1
  const vector = r.map((each, k) => sign * (w0 * each - w * (r0[k] ?? 0) - (crossed[k] ?? 0)))
  const sine = Math.hypot(...vector)
  const factor = sine === 0 ? 2 : (2 * Math.atan2(sine, Math.abs(scalar))) / sine
  return vector.map((each) => factor * each) as Vector
}

/**
 * ∂φ/∂δ of turns δ in the axes of the child: 1 + φ×/2 + (1/θ² − cot(θ/2)/2θ) φ×φ×, θ = |φ|.
 * Source: Chirikjian, "Stochastic Models, Information Theory, and Lie Groups", volume 2.
 */
function rotationSlope(phi: Vector, i: number, j: number): number {
  const angle = Math.hypot(...phi)
  const factor =
    angle < 1e-3
      ? 1 / 12 + angle ** 2 / 720
      : 1 / angle ** 2 - 1 / (2 * angle * Math.tan(angle / 2))
  const once = cross(phi, [0, 1, 2].map((k) => (k === j ? 1 : 0)) as Vector)
  const twice = cross(phi, once)
  return (i === j ? 1 : 0) + (once[i] ?? 0) / 2 + factor * (twice[i] ?? 0)
}

/** p − p₀ of a free joint in the axes of its child at p₀. */
function shift(to: ArrayLike<number>, from: ArrayLike<number>, at: number): Vector {
  const move = vectorAt(to, at).map((each, k) => each - (from[at + k] ?? 0)) as Vector
  return turnedBy(negative(vectorAt(from, at + 3)), from[at + 6] ?? 1, move)
}
