import { chain, fourBar, gearedChain, gearedLeg, load } from 'linkwork'
import { expect, it } from 'vitest'
import { findMechanism } from '../model/mechanisms/index.ts'
import type { SecondChoice } from '../model/messages.ts'
import { firstSolverOf } from '../model/settings.ts'
import { AppliedForces } from './applied-forces.ts'
import { SecondSimulation } from './second-simulation.ts'

const linkwork = await load()
const rk4 = { variant: 'same', method: 'articulated-body', integrator: 'rk4' } as const

/** Runs the first one for steps of 1 ms with a second simulation, which is read every 10 ms. */
function together(
  source: Parameters<typeof linkwork.simulate>[0],
  choice: SecondChoice,
  steps = 300
) {
  const first = linkwork.simulate(source, { step: 1e-3 })
  const applied = new AppliedForces(linkwork, first)
  const second = new SecondSimulation(linkwork, choice, null)
  second.restart(first, 0)
  let largest = 0
  for (let at = 0; at < steps; at += 10) {
    first.step(10)
    second.follow(first.time, applied)
    largest = Math.max(largest, second.look(first, first.time)?.distance ?? Number.NaN)
  }
  return { first, applied, second, largest }
}

it('goes the same way by the same steps, to the bit', () => {
  expect(together(chain({ links: 5 }), { ...rk4, step: 1e-3 }).largest).toBe(0)
})

it('is at the time of the first one for every step size', () => {
  const { largest } = together(chain({ links: 5 }), { ...rk4, step: 4e-3 })
  expect(largest).toBeGreaterThan(0)
  expect(largest).toBeLessThan(1e-6)
})

it('goes by its own step, as if nobody had looked between', () => {
  const choice = { ...rk4, step: 4e-3 }
  const { second, first } = together(chain({ links: 5 }), choice, 320)
  const alone = linkwork.simulate(chain({ links: 5 }), { step: choice.step })
  alone.step(80)
  second.seek(first, 0.32)
  expect([...(second.look(first, first.time)?.poses ?? [])]).toEqual([...alone.poses])
})

it('comes back to its past with the first one', () => {
  const choice = { ...rk4, method: 'variational', integrator: 'second-order', step: 2e-3 } as const
  const { first, applied, second } = together(fourBar({}), choice, 100)
  const snapshot = first.snapshot()
  second.seek(first, first.time)
  const then = second.look(first, first.time)
  first.step(100)
  second.follow(first.time, applied)
  first.restore(snapshot)
  second.seek(first, first.time)
  expect(second.look(first, first.time)?.poses).toEqual(then?.poses)
})

it('follows the hand that pulls the first one', () => {
  const { first, applied, second } = together(chain({ links: 3 }), { ...rk4, step: 1e-3 }, 10)
  applied.pull(2, [0, 0, 0], [1, 0, 1])
  for (let i = 0; i < 100; i++) {
    applied.hand.aim()
    first.step()
    second.follow(first.time, applied)
  }
  expect(second.look(first, first.time)?.distance).toBe(0)
  applied.release()
  first.step()
  second.follow(first.time, applied)
  expect(second.look(first, first.time)?.distance).toBe(0)
})

it.each(['reflected', 'rotorless', 'soft'] as const)('%s starts from the same state', (variant) => {
  const first = linkwork.simulate(gearedLeg({ hipAngle: 0.4 }))
  first.step(50)
  const second = new SecondSimulation(linkwork, { ...rk4, variant, step: 1e-3 }, null)
  second.restart(first, 0.05)
  const view = second.look(first, 0.05)
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
  first.tracking.start(motors)
  first.step(1000)
  const second = new SecondSimulation(
    linkwork,
    { ...rk4, variant: 'reflected', step: 1e-3 },
    motors
  )
  second.restart(first, 1)
  const applied = new AppliedForces(linkwork, first)
  first.step(2000)
  second.follow(first.time, applied)
  const view = second.look(first, first.time)
  expect(view?.stopped).toBeNull()
  // Motors with inverse dynamics follow the same trajectory with every load.
  expect(view?.distance).toBeLessThan(1e-6)
})

it('says why it stands still and leaves the first one alone', () => {
  const { second, first } = together(
    chain({ links: 3 }),
    { ...rk4, variant: 'soft', step: 1e-3 },
    10
  )
  second.restart(first, first.time)
  expect(second.look(first, first.time)).toMatchObject({ stopped: 'It has no loops.' })
})

it('is compiled as the first one is, and goes the same way to the bit', async () => {
  const source = chain({ links: 5 })
  const first = await linkwork.simulate(source, { compile: true, step: 1e-3 })
  const applied = new AppliedForces(linkwork, first)
  const same = new SecondSimulation(linkwork, { ...rk4, step: 1e-3 }, null)
  await same.compile(first)
  first.step(40)
  same.restart(first, first.time)
  expect([first.compiled?.isCompiled, same.isCompiled]).toEqual([true, true])
  first.step(200)
  same.follow(first.time, applied)
  expect(same.look(first, first.time)?.distance).toBe(0)
  // And again from elsewhere, with the code that it has.
  same.restart(first, first.time)
  first.step(50)
  same.follow(first.time, applied)
  expect(same.isCompiled).toBe(true)
  expect(same.look(first, first.time)?.distance).toBe(0)
  same.dispose()
})

it('has compiled code of another mechanism, too, and its motors', async () => {
  const waves = [{ amplitude: 0.3, frequency: 0.8, phase: 0.4 }]
  const motors = { joints: { joint1: { waves } } }
  const first = linkwork.simulate(gearedChain({ links: 2 }), { step: 1e-3 })
  first.tracking.start(motors)
  first.step(300)
  const views = await Promise.all(
    [true, false].map(async (isCompiled) => {
      const second = new SecondSimulation(
        linkwork,
        { ...rk4, variant: 'reflected', step: 1e-3 },
        motors
      )
      if (isCompiled) await second.compile(first)
      const one = first.clone()
      second.restart(one, one.time)
      one.step(500)
      second.follow(one.time, new AppliedForces(linkwork, one))
      return second.look(one, one.time)
    })
  )
  const [compiled, plain] = views.map((view) => [...(view?.q ?? [])])
  // Sums in another order.
  expect(compiled).toEqual(plain?.map((value) => expect.closeTo(value, 9)))
})

it.each(['acrobot', 'standing-leg'])(
  'gets the torques that are computed for the first one (%s), and diverges',
  (id) => {
    const entry = findMechanism(id)
    const motors = entry?.control?.({})
    if (!entry || !motors) throw new Error('it has no motor')
    const { step } = firstSolverOf(entry)
    const far = [1, 4].map((longer) => {
      const first = linkwork.simulate(entry.source({}), { step })
      const applied = new AppliedForces(linkwork, first)
      applied.setMotors(motors)
      const second = new SecondSimulation(linkwork, { ...rk4, step: longer * step }, motors)
      second.restart(first, 0)
      for (let count = 0; count < 400; ) {
        const steps = Math.min(applied.act(count), 7)
        first.step(steps)
        count += steps
        second.follow(first.time, applied, applied.takeDecided())
      }
      expect(Math.abs(applied.actuation.torques[0] ?? 0)).toBeGreaterThan(0)
      return second.look(first, first.time)?.distance ?? Number.NaN
    })
    expect(far[0]).toBe(0)
    expect(far[1]).toBeGreaterThan(0)
    expect(far[1]).toBeLessThan(0.5)
  }
)
