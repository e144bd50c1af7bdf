import { load } from 'linkwork'
import { expect } from 'vitest'
import { watch } from '../../worker/watch.fixture.ts'
import type { MechanismEntry } from './entry.ts'
import { mechanisms } from './index.ts'

const linkwork = await load()

const lightIds = new Set([
  ...['chain', 'cart-pendulum', 'tree', 'four-bar', 'slider-crank', 'six-bar', 'arm', 'leg'],
  ...['differential-leg', 'rolling-disc', 'leg-field', 'four-bar-field']
])

/** Mechanisms of which ten simulated minutes take seconds: `slow` simulates them. */
export const light = mechanisms.filter(({ id }) => lightIds.has(id))

/** Mechanisms of which ten simulated minutes take minutes: `endurance` simulates them. */
export const heavy = mechanisms.filter(({ id }) => !lightIds.has(id))

/** Simulates a mechanism as the page does and checks its energy error and its loop error. */
export async function expectKept(entry: MechanismEntry, seconds: number): Promise<void> {
  const seen = await watch(linkwork, entry, seconds)
  expect(seen.stopped).toBeUndefined()
  expect(seen.largestPart).toBeLessThan(1)
  expect(seen.largestLoopError).toBeLessThan(1e-10)
  expect(seen.frame.time).toBeCloseTo(seconds, 1)
}
