import { expect, it } from 'vitest'
import { walked } from './mini-cheetah-walk.fixture.ts'

it('stays on its feet when it is kicked, by 6 N s from either side', () => {
  const { lowest, tilt, forward } = walked(22, 60)
  expect(forward).toBeGreaterThan(2)
  expect(lowest).toBeGreaterThan(0.22)
  expect(tilt).toBeLessThan(0.3)
})

it('walks over bumps', () => {
  const { lowest, tilt, forward } = walked(8, 0, 0.02)
  expect(forward).toBeGreaterThan(1)
  expect(lowest).toBeGreaterThan(0.22)
  expect(tilt).toBeLessThan(0.3)
})
