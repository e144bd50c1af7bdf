import { chain, load } from 'linkwork'
import { expect, it } from 'vitest'
import { stopReason } from './stop-reason.ts'

const linkwork = await load()

it('says of a step that was too long what helps, without the words of the solver', () => {
  using simulation = linkwork.simulate(chain({ links: 3 }))
  simulation.forces.setTorque(0, 1e9)
  let message = ''
  try {
    simulation.step(1000)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toMatch(/articulated-body/)
  expect(stopReason(message)).toBe(
    'it moved faster than its step can follow. Reset it, or choose a shorter step.'
  )
})

it.each([
  ['the laws of contact are broken by 1.9386', 'no impulses found satisfy all of its contacts'],
  ['a body turns too far in it', 'it moved faster than its step can follow'],
  ['have no root near; take shorter steps', 'it moved faster than its step can follow'],
  ['the turn of joint "hip" would change by 2 rad', 'it moved faster than its step can follow']
])('has words for “%s”', (problem, words) => {
  const message = `multipliers rattle step of 0.001 s from t = 0.3 s failed: ${problem}`
  expect(stopReason(message)).toBe(`${words}. Reset it, or choose a shorter step.`)
})

it('keeps a reason that it does not know', () => {
  expect(stopReason('no memory is left')).toMatch(/^no memory is left\. Reset it/)
})
