import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { watch } from '../../worker/watch.fixture.ts'
import { chain } from './chain.ts'
import { fourBar } from './four-bar.ts'
import { findMechanism, mechanisms } from './index.ts'
import { expectKept } from './kept.fixture.ts'
import { surfaceBoard } from './surface-board.ts'

const linkwork = await load()

for (const entry of mechanisms) {
  it(`${entry.id}: stays within its bounds for 2 s`, () => expectKept(entry, 2))
}

for (const id of ['chain', 'four-bar', 'arm', 'torus-chain']) {
  it(`${id}: keeps it in the hand too, whose work counts`, async () => {
    const entry = findMechanism(id)
    if (!entry) throw new Error(id)
    let count = 0
    const seen = await watch(linkwork, entry, 6, {
      disturb: (session, { poses }) => {
        count += 1
        const [x = 0, y = 0, z = 0] = poses.slice(-7)
        if (count === 60)
          session.act({
            type: 'pull',
            body: poses.length / 7 - 1,
            localPoint: [0, 0, 0],
            target: [x + 0.3, y, z + 0.3]
          })
        if (count === 240) session.act({ type: 'release' })
      }
    })
    expect(seen.largestPart).toBeLessThan(1)
  })
}

const integrators = [
  ['articulated-body', 'rk4'],
  ['variational', 'second-order'],
  ['variational', 'fourth-order'],
  ['variational-maximal', 'second-order'],
  ['multipliers', 'rattle']
] as const

for (const [method, integrator] of integrators) {
  it(`${method}, ${integrator}: stays within the bounds of its order`, async () => {
    for (const entry of [chain, fourBar]) {
      const seen = await watch(linkwork, entry, 5, {
        set: (settings) => {
          settings.method.value = method
          settings.integrator.value = integrator
        }
      })
      expect(seen.largestPart, entry.id).toBeLessThan(1)
    }
  })
}

it('a solver that is too coarse breaks it', async () => {
  for (const entry of [chain, fourBar]) {
    const seen = await watch(linkwork, entry, 5, {
      set: (settings) => {
        settings.integrator.value = 'semi-implicit-euler'
        settings.step.value = 5e-3
      }
    })
    expect(seen.brokenAt, entry.id).toBeLessThan(5)
  }
})

it('a motion that would run away stops before it breaks it', async () => {
  const seen = await watch(linkwork, surfaceBoard, 60, {
    set: (settings) => {
      settings.step.value = 5e-2
    }
  })
  expect(seen.stopped).toContain('the step is too long')
  expect(seen.brokenAt).toBeUndefined()
})
