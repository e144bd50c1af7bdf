import { it } from 'vitest'
import { expectKept, heavy } from './kept.fixture.ts'

for (const entry of heavy) {
  it(`${entry.id}: stays within its bounds for ten minutes`, () => expectKept(entry, 600))
}
