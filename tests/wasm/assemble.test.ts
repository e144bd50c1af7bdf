import { fourBar, load, MechanismError } from 'linkwork'
import { expect, it } from 'vitest'

const linkwork = await load()
const closed = linkwork.mechanism(fourBar())
const { initialState, ...open } = closed

it('gives a mechanism that is open at zero the initial state in which it closes', () => {
  expect(() => linkwork.info(open)).toThrow(/loops\[0\]: does not close/)
  const assembled = linkwork.assemble(open)
  expect(linkwork.info(assembled).degreesOfFreedom).toBe(1)
  using simulation = linkwork.simulate(assembled)
  expect(simulation.constraints.loopError).toBeLessThan(1e-13)
  simulation.step(50)
  expect(simulation.constraints.loopError).toBeLessThan(1e-12)
})

it('keeps joints that are set, and takes catalogue mechanisms and text', () => {
  for (const source of [fourBar(), open, JSON.stringify(open)]) {
    const { initialState } = linkwork.assemble(source, { set: { crank: [0.4] } })
    expect(initialState?.q?.['crank']).toEqual([0.4])
  }
})

it('names what cannot close, and joints that are not there', () => {
  const set = { crank: [0.3], rocker: [2.5] }
  expect(() => linkwork.assemble(open, { set })).toThrow(MechanismError)
  expect(() => linkwork.assemble(open, { set })).toThrow(
    /^loops\[0\]: found no position at which it closes; the nearest leaves 0\.\d+ rad/
  )
  expect(() => linkwork.assemble(open, { set: { crnk: [0.3] } })).toThrow(/crnk.*crank/)
})
