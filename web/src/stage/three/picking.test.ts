import { load, type Mechanism } from 'linkwork'
import { expect, it } from 'vitest'
import { initialOptions } from '../../model/mechanisms/entry.ts'
import { mechanisms } from '../../model/mechanisms/index.ts'
import { standingBodies } from '../../model/parts.ts'
import { Picker } from './picking.ts'
import { shown } from './shown.fixture.ts'

const linkwork = await load()
const [width, height] = [800, 600]

it('bodies on fixed joints belong to the ground', () => {
  const body = (name: string) => ({ name, mass: 1 })
  const tied = (type: 'fixed' | 'revolute', parent: string, child: string) =>
    ({ name: `${parent} ${child}`, type, parent, child }) as const
  const mechanism: Mechanism = {
    linkwork: 1,
    name: '',
    bodies: ['post', 'lamp', 'arm', 'hand'].map(body),
    joints: [
      tied('fixed', 'post', 'lamp'),
      tied('fixed', 'world', 'post'),
      tied('revolute', 'lamp', 'arm'),
      tied('fixed', 'arm', 'hand')
    ]
  }
  expect([...standingBodies(mechanism)]).toEqual([0, 1])
})

/** Bodies that a pointer takes somewhere on a grid over the stage. */
function takenFrom(id: string): Set<number> {
  const { view, eye } = shown(id, [width, height])
  const picker = new Picker()
  const taken = new Set<number>()
  for (let x = 20; x < width; x += 40)
    for (let y = 20; y < height; y += 40) {
      const found = picker.pick(view, eye, [x, y], 5)
      if (found) taken.add(found.body)
    }
  view.dispose()
  return taken
}

it.each(['surface-board', 'torus-chain', 'rail-torus-chain', 'windmill', 'closed-ring'])(
  '%s: fixed parts cannot be grabbed, moving parts can',
  (id) => {
    const entry = mechanisms.find((each) => each.id === id)
    const mechanism = linkwork.mechanism(entry?.source(initialOptions(entry)) as Mechanism)
    const standing = standingBodies(mechanism)
    const taken = takenFrom(id)
    expect(taken.size).toBeGreaterThan(0)
    expect([...taken].filter((body) => standing.has(body))).toEqual([])
  }
)
