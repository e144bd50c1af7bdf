import { load, type Mechanism } from 'linkwork'
import { expect, it } from 'vitest'
import { initialOptions } from '../mechanisms/entry.ts'
import { mechanisms } from '../mechanisms/index.ts'
import { standingBodies } from '../view/parts.ts'
import { Eye } from './camera.ts'
import { drawnPoses } from './frames.ts'
import { Palette } from './materials.ts'
import { StageMechanismView } from './mechanism-view.ts'
import { Picker } from './picking.ts'

const linkwork = await load()
const [width, height] = [800, 600]

it('what stands by fixed joints alone is the ground', () => {
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
  const entry = mechanisms.find((each) => each.id === id)
  if (!entry) throw new Error(`no ${id}`)
  const options = initialOptions(entry)
  using simulation = linkwork.simulate(entry.source(options))
  const { mechanism, poses, q } = simulation
  const framing = entry.framing(options, { mechanism, poses })
  const view = new StageMechanismView({ id, mechanism, framing, options }, new Palette(), 1)
  view.setState(poses, q, 0)
  drawnPoses(poses, view.poses)
  view.update(0)
  view.group.updateMatrixWorld(true)
  const eye = new Eye(
    () => true,
    () => undefined
  )
  eye.resize(width, height, 0)
  eye.setFraming(framing, false)
  eye.update(0, 0)
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
  '%s: what stands cannot be taken, what moves can',
  (id) => {
    const entry = mechanisms.find((each) => each.id === id)
    const mechanism = linkwork.mechanism(entry?.source(initialOptions(entry)) as Mechanism)
    const standing = standingBodies(mechanism)
    const taken = takenFrom(id)
    expect(taken.size).toBeGreaterThan(0)
    expect([...taken].filter((body) => standing.has(body))).toEqual([])
  }
)
