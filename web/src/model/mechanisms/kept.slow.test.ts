import { expect, it } from 'vitest'
import { mechanisms } from './index.ts'
import { expectKept, heavy, light } from './kept.fixture.ts'

it('every mechanism is simulated for ten minutes, here or by the suite `endurance`', () => {
  expect(light).toHaveLength(12)
  expect([...light, ...heavy]).toHaveLength(mechanisms.length)
})

for (const entry of light) {
  it(`${entry.id}: stays within its bounds for ten minutes`, () => expectKept(entry, 600))
}

for (const entry of heavy) {
  it(`${entry.id}: stays within its bounds for 10 s`, () => expectKept(entry, 10))
}
