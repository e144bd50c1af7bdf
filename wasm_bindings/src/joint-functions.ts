import { described, reading, tagOf } from './checks.js'
import { whileInFunction } from './resources.js'

/** Functions of time by joint name. One that fails returns the text of its error. */
export type JointFunctions = Readonly<Record<string, JointFunction>>

type JointFunction = (time: number) => number | string

/** Trajectories by joint name with 0 in the place of functions of time, and these functions. */
export function separateFunctions(
  joints: unknown,
  name: string
): { trajectories: unknown; functions: JointFunctions } {
  const functions: Record<string, JointFunction> = Object.create(null)
  if (typeof joints !== 'object' || joints === null || tagOf(joints) !== 'Object')
    return { trajectories: joints, functions }
  const entries = reading(name, () => Object.entries(joints))
  const trajectories = entries.map(([joint, trajectory]) => {
    if (typeof trajectory !== 'function') return [joint, trajectory]
    functions[joint] = withoutThrowing(trajectory)
    return [joint, 0]
  })
  return { trajectories: Object.fromEntries(trajectories), functions }
}

/** JavaScript exceptions must not unwind WebAssembly. */
function withoutThrowing(motion: (time: number) => unknown): JointFunction {
  return (time) => {
    try {
      const position = whileInFunction(() => motion(time))
      return Number.isFinite(position)
        ? (position as number)
        : `expected a finite number for ${time} s, found ${described(position)}`
    } catch (error) {
      return textOf(error)
    }
  }
}

/** A thrown value may have no text. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return described(thrown)
  }
}
