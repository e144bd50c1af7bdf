import { it } from 'vitest'
import { expectKept, heavy } from './kept.fixture.ts'

for (const entry of heavy) {
  it(`${entry.id}: keeps what is promised for ten minutes`, () => expectKept(entry, 600))
}
