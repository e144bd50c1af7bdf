import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { initialOptions, motionOf } from '../model/mechanisms/entry.ts'
import { findMechanism } from '../model/mechanisms/index.ts'
import type { Outcome, Script } from '../model/messages.ts'
import { firstSolverOf } from '../model/settings.ts'
import { fingerprint } from './input-log.ts'
import { Session } from './session.ts'

const linkwork = await load()

/** A mechanism of the gallery as the page builds it again. */
async function built(id: string, hasMotors = true): Promise<Session> {
  const entry = findMechanism(id)
  if (!entry) throw new Error(`no mechanism ${id}`)
  const options = initialOptions(entry)
  const session = new Session(
    linkwork,
    {
      type: 'build',
      epoch: 1,
      source: entry.source(options),
      choice: { ...firstSolverOf(entry), speed: 1 },
      playing: true,
      motors: hasMotors ? motionOf(entry, options) : null,
      ensemble: false,
      sound: false,
      keepState: false
    },
    undefined,
    (_, error) => {
      throw error
    }
  )
  await session.compile()
  return session
}

/** Steps in batches as a page takes them that stalls now and then. */
function run(session: Session, steps: number, batch: number): void {
  for (let left = steps; left > 0; left -= batch) session.steps(Math.min(batch, left))
}

function again(session: Session, script: Script, batch: number): Outcome | undefined {
  session.replay(script)
  run(session, script.steps, batch)
  return session.takeReplayed()
}

const pullTo = (x: number) =>
  ({ type: 'pull', body: 1, localPoint: [0.05, 0, 0], target: [x, 0, 0.4] }) as const

it.each(['four-bar', 'acrobot', 'minitaur', 'draped-chain', 'cart-pole', 'standing-leg'])(
  'replays bit for bit: %s',
  async (id) => {
    using first = disposable(await built(id))
    const { session } = first
    run(session, 150, 7)
    session.act(pullTo(0.3))
    run(session, 130, 5)
    session.act(pullTo(-0.2))
    run(session, 90, 11)
    session.act({ type: 'release' })
    session.act({ type: 'push', push: { body: 0, force: [4, 0, 2] } })
    run(session, 101, 3)
    session.seek(0.75 * session.time)
    session.seek(0.5 * session.time)
    session.play(true)
    run(session, 83, 4)
    session.act({ type: 'motors', motors: null })
    run(session, 60, 6)
    const { script } = session.account
    if (!script) throw new Error('no script')
    using second = disposable(await built(id, false)) // as an address says in the end
    const replay = again(second.session, JSON.parse(JSON.stringify(script)), 10)
    expect(replay).toMatchObject({ steps: script.steps, state: script.state, difference: null })
    // What was done again is as good as what was done first.
    expect(second.session.account.script).toEqual(script)
  }
)

it('names the steps between which it first differs', async () => {
  using first = disposable(await built('four-bar'))
  const { session } = first
  run(session, 700, 4)
  session.act(pullTo(0.3))
  run(session, 900, 4)
  const { script } = session.account
  if (!script) throw new Error('no script')
  const inputs = script.inputs.map((done) => ({ ...done, input: pullTo(0.3000001) }))
  expect(again(session, { ...script, inputs }, 9)?.difference).toEqual([500, 1000])
  const end = again(session, { ...script, state: '0'.repeat(16) }, 9)
  expect(end?.difference).toEqual([1500, 1600])
})

it('has no account of what was changed on the way', async () => {
  using first = disposable(await built('four-bar'))
  first.session.choose({ speed: 2 })
  expect(first.session.account.script).not.toBeNull()
  first.session.choose({ step: 2e-3 })
  expect(first.session.account.script).toBeNull()
})

it('distinguishes states by their last bits', () => {
  const row = Float64Array.of(1, 2, 3)
  const other = Float64Array.of(1, 2, 3 + 2 ** -51)
  expect(fingerprint(row)).toBe(fingerprint(row.slice()))
  expect(fingerprint(row)).not.toBe(fingerprint(other))
  expect(fingerprint(row)).toMatch(/^[0-9a-f]{16}$/)
})

function disposable(session: Session) {
  return { session, [Symbol.dispose]: () => session.dispose() }
}
