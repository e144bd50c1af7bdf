import { expect, it } from 'vitest'
import { walked } from './mini-cheetah-walk.fixture.ts'

it('trots forward for a minute and does not fall', () => {
  const { lowest, tilt, forward } = walked(60, 0)
  expect(forward).toBeGreaterThan(6)
  expect(lowest).toBeGreaterThan(0.24)
  expect(tilt).toBeLessThan(0.1)
})
