import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { mechanisms } from './index.ts'
import { watch } from './watch.ts'

const linkwork = await load()

for (const entry of mechanisms) {
  it(`${entry.id}: keeps what is promised for ten minutes`, async () => {
    const seen = await watch(linkwork, entry, 600)
    expect(seen.stopped).toBeUndefined()
    expect(seen.largestPart).toBeLessThan(1)
    expect(seen.largestLoopError).toBeLessThan(1e-10)
  })
}
