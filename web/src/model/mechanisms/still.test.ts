import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { Session } from '../../worker/session.ts'
import { createSettings } from '../settings.ts'
import { mechanisms } from './index.ts'
import { type Still, stillOf } from './still.ts'

const linkwork = await load()

for (const entry of mechanisms) {
  it(`${entry.id}: its still is the initial state of the solver, bit for bit`, () => {
    const read: Still = JSON.parse(JSON.stringify(stillOf(linkwork, entry)))
    const { method, integrator, step, options } = createSettings(entry)
    const build = {
      type: 'build' as const,
      ...{ epoch: 1, source: entry.source(options.value) },
      choice: { method: method.value, integrator: integrator.value, step: step.value, speed: 1 },
      ...{ motors: null, playing: false, ensemble: false, sound: false, keepState: false }
    }
    const session = new Session(linkwork, build, undefined, () => undefined)
    const { mechanism, poses, positions } = session.built
    // If this text is equal, the stage keeps its drawing.
    expect(JSON.stringify(read.mechanism)).toBe(JSON.stringify(mechanism))
    expect(JSON.stringify(read.poses)).toBe(JSON.stringify([...poses]))
    expect(read.q).toHaveLength(positions)
    session.dispose()
  })
}
