import { positionSize, velocitySize } from '../joint-sizes.js'
import type {
  Coupling,
  Joint,
  JointGeometry,
  JointType,
  Loop,
  Mechanism,
  Quaternion,
  Vector3
} from '../types/mechanism.js'
import {
  add,
  compose,
  conjugate,
  identity,
  inverse,
  multiply,
  type Pose,
  rotate,
  scale,
  turnAbout,
  unit
} from './pose.js'

/** Positions by joint name. */
export type Positions = ReadonlyMap<string, readonly number[]>

/** A loop or coupling, as equations in the positions of the joints it ties together. */
export interface Equations {
  /** Those that can move. */
  readonly joints: readonly Joint[]
  /** Zero when it closes [rad, and m over `length`]. */
  readonly gap: (positions: Positions) => number[]
  /** Prepares a pose; then tells the gap with one of the joints elsewhere, at a cost that is fixed. */
  readonly gapsAround: (positions: Positions) => (joint: Joint, q: readonly number[]) => number[]
  /** What lengths compare with [m]; 0 where there are none. */
  readonly length: number
}

/** Where a joint stands at zero. */
export function zeroOf(joint: Joint): number[] {
  const zeros = new Array<number>(positionSize(joint)).fill(0)
  if (joint.type === 'free' || joint.type === 'spherical') zeros[zeros.length - 1] = 1
  return zeros
}

/** q ⊕ δ, for the joint types that URDF has. */
export function retract(
  { type }: Joint,
  q: readonly number[],
  change: readonly number[]
): number[] {
  if (type === 'spherical') return [...turned(q as unknown as Quaternion, change)]
  if (type !== 'free') return q.map((value, i) => value + change[i]!)
  const rotation = q.slice(3) as unknown as Quaternion
  const shift = rotate(rotation, change.slice(3) as unknown as Vector3)
  return [...add(q.slice(0, 3) as unknown as Vector3, shift), ...turned(rotation, change)]
}

function turned(rotation: Quaternion, [x, y, z]: readonly number[]): Quaternion {
  const turn: Vector3 = [x!, y!, z!]
  const angle = Math.hypot(...turn)
  const result = angle > 0 ? multiply(rotation, turnAbout(unit(turn), angle)) : rotation
  const length = Math.hypot(...result)
  return result.map((part) => part / length) as unknown as Quaternion
}

/** Which components of a joint's v are lengths. */
export function lengthsOf(joint: Joint): boolean[] {
  const isLength: Partial<Record<JointType, (component: number) => boolean>> = {
    prismatic: () => true,
    planar: (component) => component < 2,
    free: (component) => component >= 3
  }
  return Array.from({ length: velocitySize(joint) }, (_, i) => isLength[joint.type]?.(i) ?? false)
}

/** The motion J(q) of a joint, for the joint types that URDF has. */
function motion({ type, axis = [0, 0, 1] }: Joint, q: readonly number[]): Pose {
  const [a = 0, b = 0, c = 0] = q
  switch (type) {
    case 'revolute':
      return { ...identity, rotation: turnAbout(unit(axis), a) }
    case 'prismatic':
      return { ...identity, position: scale(unit(axis), a) }
    case 'planar':
      return { position: [a, b, 0], rotation: turnAbout([0, 0, 1], c) }
    case 'spherical':
      return { ...identity, rotation: q as unknown as Quaternion }
    case 'free':
      return { position: [a, b, c], rotation: q.slice(3) as unknown as Quaternion }
    default:
      return identity
  }
}

export function couplingEquations(mechanism: Mechanism, coupling: Coupling): Equations {
  const coefficients = new Map(coupling.terms.map(({ joint, coefficient }) => [joint, coefficient]))
  const joints = mechanism.joints.filter(({ name }) => coefficients.has(name))
  const part = ({ name }: Joint, q: readonly number[]) => coefficients.get(name)! * q[0]!
  const sum = (positions: Positions) =>
    joints.reduce(
      (sum, joint) => sum + part(joint, positions.get(joint.name)!),
      -(coupling.offset ?? 0)
    )
  return {
    joints,
    length: 0,
    gap: (positions) => [sum(positions)],
    gapsAround(positions) {
      const before = sum(positions)
      return (joint, q) => [before + part(joint, q) - part(joint, positions.get(joint.name)!)]
    }
  }
}

export function loopEquations(mechanism: Mechanism, loop: Loop): Equations {
  const parentPath = pathTo(mechanism, loop.parent)
  const childPath = pathTo(mechanism, loop.child)
  while (parentPath.length > 0 && parentPath[0] === childPath[0]) {
    parentPath.shift()
    childPath.shift()
  }
  // From the loop's frame on the parent, inwards and outwards again to its frame on the child.
  const inwards = new Set(parentPath)
  const path = [...parentPath.reverse(), ...childPath]
  const first = inverse(placed(loop.parentFrame))
  const last = placed(loop.childFrame)
  const across = (joint: Joint, q: readonly number[] = []) => {
    const carried = compose(placed(joint.parentFrame), motion(joint, q))
    const pose = compose(carried, inverse(placed(joint.childFrame)))
    return inwards.has(joint) ? inverse(pose) : pose
  }
  const offsets = [...path, loop].flatMap(({ parentFrame, childFrame }) => [
    Math.hypot(...(parentFrame?.position ?? [0])),
    Math.hypot(...(childFrame?.position ?? [0]))
  ])
  const length = offsets.reduce((sum, offset) => sum + offset, 0) || 1
  const steps = (positions: Positions) =>
    path.map((joint) => across(joint, positions.get(joint.name)))
  return {
    joints: path.filter((joint) => velocitySize(joint) > 0),
    length,
    gap: (positions) => freeOf(loop, [...steps(positions), last].reduce(compose, first), length),
    gapsAround(positions) {
      const { before, after } = products(first, steps(positions), last)
      return (joint, q) => {
        const at = path.indexOf(joint)
        const pose = compose(compose(before[at]!, across(joint, q)), after[at]!)
        return freeOf(loop, pose, length)
      }
    }
  }
}

/** What comes before and after each of a row of poses. */
function products(
  first: Pose,
  row: readonly Pose[],
  last: Pose
): { before: Pose[]; after: Pose[] } {
  const before = [first]
  const after = [last]
  for (const pose of row) before.push(compose(before.at(-1)!, pose))
  for (const pose of row.slice(1).reverse()) after.unshift(compose(pose, after[0]!))
  return { before, after }
}

/** The joints from the ground to a body. */
function pathTo(mechanism: Mechanism, body: string): Joint[] {
  const carriers = new Map(mechanism.joints.map((joint) => [joint.child, joint]))
  const path: Joint[] = []
  for (let at = carriers.get(body); at; at = carriers.get(at.parent)) path.unshift(at)
  return path
}

function placed(frame: JointGeometry['parentFrame']): Pose {
  return { ...identity, ...frame }
}

/** What of a relative pose the loop's own joint does not allow. */
function freeOf({ type, axis = [0, 0, 1] }: Loop, { position, rotation }: Pose, length: number) {
  const along = unit(axis)
  const shift = scale(position, 1 / length)
  const shiftAcross = add(shift, scale(along, -inner(along, shift)))
  // Twice the sine of half the angle, along the axis: shorter than the angle, zero with it.
  const turn = scale(
    (rotation[3] < 0 ? conjugate(rotation) : rotation).slice(0, 3) as unknown as Vector3,
    2
  )
  const tilt = (direction: Vector3) => add(rotate(rotation, direction), scale(direction, -1))
  switch (type) {
    case 'revolute':
      return [...shift, ...tilt(along)]
    case 'prismatic':
      return [...shiftAcross, ...turn]
    case 'cylindrical':
      return [...shiftAcross, ...tilt(along)]
    case 'planar':
      return [shift[2], ...tilt([0, 0, 1])]
    case 'spherical':
      return [...shift]
    default:
      return [...shift, ...turn]
  }
}

function inner(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
