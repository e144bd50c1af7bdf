import { chain, load } from 'linkwork'
import { expect, it } from 'vitest'
import { stopReason } from './stopped.ts'

const linkwork = await load()

it('says of a step that was too long what helps, without the words of the solver', () => {
  using simulation = linkwork.simulate(chain({ links: 3 }))
  simulation.setTorque(0, 1e9)
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

it('keeps a reason that it does not know', () => {
  expect(stopReason('no memory is left')).toMatch(/^no memory is left\. Reset it/)
})
