import { chain, fourBar, gearedChain, gearedLeg, load } from 'linkwork'
import { expect, it } from 'vitest'
import { findMechanism } from '../model/mechanisms/index.ts'
import type { BesideChoice } from '../model/messages.ts'
import { firstSolverOf } from '../model/settings.ts'
import { Beside } from './beside.ts'
import { Outside } from './outside.ts'

const linkwork = await load()
const rk4 = { variant: 'same', method: 'articulated-body', integrator: 'rk4' } as const

/** The first one after so many steps of 1 ms with another beside it, looked at each 10 ms. */
function together(
  source: Parameters<typeof linkwork.simulate>[0],
  choice: BesideChoice,
  steps = 300
) {
  const first = linkwork.simulate(source, { step: 1e-3 })
  const outside = new Outside(linkwork, first)
  const beside = new Beside(linkwork, choice, null)
  beside.restart(first, 0)
  let largest = 0
  for (let at = 0; at < steps; at += 10) {
    first.step(10)
    beside.follow(first.time, outside)
    largest = Math.max(largest, beside.look(first, first.time)?.distance ?? Number.NaN)
  }
  return { first, outside, beside, largest }
}

it('goes the same way by the same steps, to the bit', () => {
  expect(together(chain({ links: 5 }), { ...rk4, step: 1e-3 }).largest).toBe(0)
})

it('is at the time of the first one whatever its step', () => {
  const { largest } = together(chain({ links: 5 }), { ...rk4, step: 4e-3 })
  expect(largest).toBeGreaterThan(0)
  expect(largest).toBeLessThan(1e-6)
})

it('goes by its own step, as if nobody had looked between', () => {
  const choice = { ...rk4, step: 4e-3 }
  const { beside, first } = together(chain({ links: 5 }), choice, 320)
  const alone = linkwork.simulate(chain({ links: 5 }), { step: choice.step })
  alone.step(80)
  beside.seek(first, 0.32)
  expect([...(beside.look(first, first.time)?.poses ?? [])]).toEqual([...alone.poses])
})

it('comes back to its past with the first one', () => {
  const choice = { ...rk4, method: 'variational', integrator: 'second-order', step: 2e-3 } as const
  const { first, outside, beside } = together(fourBar({}), choice, 100)
  const snapshot = first.snapshot()
  beside.seek(first, first.time)
  const then = beside.look(first, first.time)
  first.step(100)
  beside.follow(first.time, outside)
  first.restore(snapshot)
  beside.seek(first, first.time)
  expect(beside.look(first, first.time)?.poses).toEqual(then?.poses)
})

it('follows the hand that pulls the first one', () => {
  const { first, outside, beside } = together(chain({ links: 3 }), { ...rk4, step: 1e-3 }, 10)
  outside.pull(2, [0, 0, 0], [1, 0, 1])
  for (let i = 0; i < 100; i++) {
    outside.hand.aim()
    first.step()
    beside.follow(first.time, outside)
  }
  expect(beside.look(first, first.time)?.distance).toBe(0)
  outside.release()
  first.step()
  beside.follow(first.time, outside)
  expect(beside.look(first, first.time)?.distance).toBe(0)
})

it.each(['reflected', 'rotorless', 'soft'] as const)('%s starts from the same state', (variant) => {
  const first = linkwork.simulate(gearedLeg({ hipAngle: 0.4 }))
  first.step(50)
  const beside = new Beside(linkwork, { ...rk4, variant, step: 1e-3 }, null)
  beside.restart(first, 0.05)
  const view = beside.look(first, 0.05)
  expect(view?.stopped).toBeNull()
  expect(view?.distance).toBeLessThan(1e-12)
})

it('has its motors where those of the first one are', () => {
  const waves = [{ amplitude: 0.3, frequency: 0.8, phase: 0.4 }]
  const keyframes = [
    [0, 0],
    [0.2, 0.1],
    [0.5, -0.1]
  ] as const
  const motors = { joints: { joint1: { waves }, joint2: { keyframes, period: 0.7 } } }
  const first = linkwork.simulate(gearedChain({ links: 2 }), { step: 1e-3 })
  first.track(motors)
  first.step(1000)
  const beside = new Beside(linkwork, { ...rk4, variant: 'reflected', step: 1e-3 }, motors)
  beside.restart(first, 1)
  const outside = new Outside(linkwork, first)
  first.step(2000)
  beside.follow(first.time, outside)
  const view = beside.look(first, first.time)
  expect(view?.stopped).toBeNull()
  // Motors with inverse dynamics go the same course, whatever they carry.
  expect(view?.distance).toBeLessThan(1e-6)
})

it('says why it stands still and leaves the first one alone', () => {
  const { beside, first } = together(
    chain({ links: 3 }),
    { ...rk4, variant: 'soft', step: 1e-3 },
    10
  )
  beside.restart(first, first.time)
  expect(beside.look(first, first.time)).toMatchObject({ stopped: 'It has no loops.' })
})

it('is compiled as the first one is, and goes the same way to the bit', async () => {
  const source = chain({ links: 5 })
  const first = await linkwork.compile(source, { step: 1e-3 })
  const outside = new Outside(linkwork, first)
  const same = new Beside(linkwork, { ...rk4, step: 1e-3 }, null)
  await same.compile(first)
  first.step(40)
  same.restart(first, first.time)
  expect([first.compiled?.isCompiled, same.isCompiled]).toEqual([true, true])
  first.step(200)
  same.follow(first.time, outside)
  expect(same.look(first, first.time)?.distance).toBe(0)
  // And again from elsewhere, with the code that it has.
  same.restart(first, first.time)
  first.step(50)
  same.follow(first.time, outside)
  expect(same.isCompiled).toBe(true)
  expect(same.look(first, first.time)?.distance).toBe(0)
  same.dispose()
})

it('has compiled code of another mechanism, too, and its motors', async () => {
  const waves = [{ amplitude: 0.3, frequency: 0.8, phase: 0.4 }]
  const motors = { joints: { joint1: { waves } } }
  const first = linkwork.simulate(gearedChain({ links: 2 }), { step: 1e-3 })
  first.track(motors)
  first.step(300)
  const views = await Promise.all(
    [true, false].map(async (isCompiled) => {
      const beside = new Beside(linkwork, { ...rk4, variant: 'reflected', step: 1e-3 }, motors)
      if (isCompiled) await beside.compile(first)
      const one = first.clone()
      beside.restart(one, one.time)
      one.step(500)
      beside.follow(one.time, new Outside(linkwork, one))
      return beside.look(one, one.time)
    })
  )
  const [compiled, plain] = views.map((view) => [...(view?.q ?? [])])
  // Sums in another order.
  expect(compiled).toEqual(plain?.map((value) => expect.closeTo(value, 9)))
})

it.each(['acrobot', 'standing-leg'])(
  'gets the torques that are decided for the first one (%s), and goes its own way',
  (id) => {
    const entry = findMechanism(id)
    const motors = entry?.control?.({})
    if (!entry || !motors) throw new Error('it has no motor')
    const { step } = firstSolverOf(entry)
    const far = [1, 4].map((longer) => {
      const first = linkwork.simulate(entry.source({}), { step })
      const outside = new Outside(linkwork, first)
      outside.setMotors(motors)
      const beside = new Beside(linkwork, { ...rk4, step: longer * step }, motors)
      beside.restart(first, 0)
      for (let count = 0; count < 400; ) {
        const steps = Math.min(outside.act(count), 7)
        first.step(steps)
        count += steps
        beside.follow(first.time, outside, outside.takeDecided())
      }
      expect(Math.abs(outside.acting.torques[0] ?? 0)).toBeGreaterThan(0)
      return beside.look(first, first.time)?.distance ?? Number.NaN
    })
    expect(far[0]).toBe(0)
    expect(far[1]).toBeGreaterThan(0)
    expect(far[1]).toBeLessThan(0.5)
  }
)
