import { expect, it } from 'vitest'
import { formerNames } from '../../model/former-names.ts'
import type { Script } from '../../model/messages.ts'
import { longestAddress, pack } from '../../model/packed.ts'
import { longestThatFits } from './replay-panel.ts'
import { scriptHeld } from './script-held.ts'

/** A pull with a new target at every step, which compresses badly. */
function dragged(steps: number): Script {
  const target = (at: number) => [Math.sin(at * at), Math.cos(at ** 3), Math.sin(7.1 * at)] as const
  return {
    inputs: Array.from({ length: steps }, (_, at) => ({
      at,
      input: { type: 'pull', body: 0, localPoint: [0, 0, 0], target: target(at) }
    })),
    marks: Array.from({ length: Math.floor(steps / 50) }, (_, i) => ({
      at: 50 * (i + 1),
      state: (i + 1).toString(16).padStart(8, '0')
    })),
    steps,
    state: 'f'.repeat(16)
  }
}
const addressOf = (script: Script) => `https://example.org/#replay=${pack(script)}`

it('holds all inputs if they fit', () => {
  const script = dragged(120)
  expect(longestThatFits(script, addressOf)?.script).toBe(script)
})

it('ends at the last mark that fits, and with its state', () => {
  const script = dragged(4000)
  const held = longestThatFits(script, addressOf)
  if (!held) throw new Error('nothing fits')
  const { steps, state, inputs } = held.script
  expect(held.address.length).toBeLessThanOrEqual(longestAddress)
  const more = { ...held.script, inputs: script.inputs.filter(({ at }) => at < steps + 50) }
  expect(addressOf(more).length).toBeGreaterThan(longestAddress)
  expect(script.marks.find(({ at }) => at === steps)?.state).toBe(state)
  expect(inputs.every(({ at }) => at < steps)).toBe(true)
})

it('reads the motions that earlier versions packed', () => {
  const script = dragged(120)
  const [inputs, input] = Object.keys(formerNames.script) as [string, string]
  const { inputs: all, ...rest } = script
  const former = { ...rest, [inputs]: all.map((each) => ({ at: each.at, [input]: each.input })) }
  expect(scriptHeld(pack(former))).toEqual(script)
  expect(scriptHeld(pack(script))).toEqual(script)
})

it('says so where nothing fits', () => {
  expect(longestThatFits(dragged(4000), () => 'x'.repeat(longestAddress + 1))).toBeUndefined()
})
