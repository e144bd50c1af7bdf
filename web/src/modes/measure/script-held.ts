import type { Script, TimedInput, UserInput } from '../../model/messages.ts'
import { unpack } from '../../model/packed.ts'

/** What every kind of input holds. */
const checks: {
  readonly [Type in UserInput['type']]: (deed: Extract<UserInput, { type: Type }>) => boolean
} = {
  pull: ({ body, localPoint, target }) => isCount(body) && isVector(localPoint) && isVector(target),
  release: () => true,
  push: ({ push }) => push === null || (isCount(push.body) && isVector(push.force)),
  motors: ({ motors }) => typeof motors === 'object',
  turn: () => true
}

/** The motion that an address holds; throws if it holds none. */
export function scriptHeld(text: string): Script {
  const { deeds, marks, steps, state } = unpack(text) as Script
  const isWhole =
    isCount(steps) &&
    /^[0-9a-f]{8,16}$/.test(state) &&
    [deeds, marks].every(Array.isArray) &&
    deeds.every(isDone) &&
    marks.every((mark) => isCount(mark.at) && typeof mark.state === 'string')
  if (!isWhole) throw new Error('expected what was done, step by step')
  return { deeds, marks, steps, state }
}

function isDone({ at, deed }: TimedInput): boolean {
  if (!isCount(at) || !Object.hasOwn(checks, deed.type)) return false
  return (checks[deed.type] as (deed: UserInput) => boolean)(deed)
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0

const isVector = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite)
