import { formerNames, withPresentNames } from '../../model/former-names.ts'
import type { Script, TimedInput, UserInput } from '../../model/messages.ts'
import { unpack } from '../../model/packed.ts'

/** Checks the members of each type of input. */
const checks: {
  readonly [Type in UserInput['type']]: (input: Extract<UserInput, { type: Type }>) => boolean
} = {
  pull: ({ body, localPoint, target }) => isCount(body) && isVector(localPoint) && isVector(target),
  release: () => true,
  push: ({ push }) => push === null || (isCount(push.body) && isVector(push.force)),
  motors: ({ motors }) => typeof motors === 'object',
  turn: () => true
}

/** Returns the motion that an address holds. Throws if it holds none. */
export function scriptHeld(text: string): Script {
  const present = (object: unknown) => withPresentNames(Object(object), formerNames.script)
  const { inputs: found, marks, steps, state } = present(unpack(text)) as Script
  const inputs = Array.isArray(found) ? (found.map(present) as TimedInput[]) : []
  const isWhole =
    isCount(steps) &&
    /^[0-9a-f]{8,16}$/.test(state) &&
    [found, marks].every(Array.isArray) &&
    inputs.every(isTimedInput) &&
    marks.every((mark) => isCount(mark.at) && typeof mark.state === 'string')
  if (!isWhole) throw new Error('expected the inputs with their steps')
  return { inputs, marks, steps, state }
}

function isTimedInput({ at, input }: TimedInput): boolean {
  if (!isCount(at) || !Object.hasOwn(checks, input.type)) return false
  return (checks[input.type] as (input: UserInput) => boolean)(input)
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0

const isVector = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite)
