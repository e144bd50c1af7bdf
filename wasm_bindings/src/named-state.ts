import type { Outline } from './outline.js'
import type { State, Vector6 } from './types/mechanism.js'

/** Numbers of all joints and bodies, in the order of the mechanism. */
interface Numbers {
  readonly q: Float64Array
  readonly v: Float64Array
  readonly torques: Float64Array
  /** Six for each body. */
  readonly wrenches: Float64Array | undefined
}

/** A state by name, as in a state file. A copy. */
export function namedState({ joints, bodies }: Outline, numbers: Numbers): State {
  const q: Record<string, number[]> = {}
  const v: Record<string, number[]> = {}
  const tau: Record<string, number[]> = {}
  for (const joint of joints) {
    q[joint.name] = listed(numbers.q, joint.q, joint.positions)
    v[joint.name] = listed(numbers.v, joint.v, joint.velocities)
    tau[joint.name] = listed(numbers.torques, joint.v, joint.velocities)
  }
  if (!numbers.wrenches) return { q, v, tau }
  const wrenches: Record<string, Vector6> = {}
  for (const [i, body] of bodies.entries())
    wrenches[body] = listed(numbers.wrenches, 6 * i, 6) as unknown as Vector6
  return { q, v, tau, wrenches }
}

function listed(numbers: Float64Array, first: number, count: number): number[] {
  const list: number[] = []
  for (let i = first; i < first + count; i++) list.push(numbers[i] as number)
  return list
}
