import { fourBar, load, type Mechanism, type Tracking } from 'linkwork'
import { expect, it } from 'vitest'
import { differential } from '../../model/drawing/classic-gears.ts'
import { fourBar as fourBarSketch } from '../../model/drawing/classic-linkages.ts'
import { versionOf } from '../../model/drawing/drawn-file.ts'
import { ownEntry } from '../../model/files/own-entry.ts'
import { initialOptions } from '../../model/mechanisms/entry.ts'
import { check, faultOf } from './check.ts'

const linkwork = await load()
const mechanism = JSON.parse(JSON.stringify(linkwork.mechanism(fourBar()))) as Mechanism
const text = JSON.stringify(mechanism)

it('a mechanism that moves has no fault', async () => {
  const checked = await check(text)
  expect(checked).toMatchObject({ own: { mechanism: { name: 'four-bar' } } })
})

it('faults have the path that the library reports', async () => {
  const wrong = text.replace('"type":"revolute"', '"type":"revolut"')
  expect(await check(wrong)).toMatchObject({
    fault: { path: ['joints', 0, 'type'], message: expect.stringContaining('revolut') }
  })
  expect(faultOf('bodies[12].inertia: is odd').path).toEqual(['bodies', 12, 'inertia'])
  expect(faultOf('initialState.q.knee: is odd').path).toEqual(['initialState', 'q', 'knee'])
})

it('a text that is no JSON has a line and a column', async () => {
  expect(await check('{\n  "linkwork": 1,\n  oops }')).toMatchObject({
    fault: { place: { line: 3 } }
  })
})

it('open loops are closed, and that is said', async () => {
  const { initialState: _, ...open } = mechanism
  const checked = await check(JSON.stringify(open))
  if ('fault' in checked) throw new Error(checked.fault.message)
  expect(checked.remark).toMatch(/nearest pose/)
  using simulation = linkwork.simulate(checked.own.mechanism)
  expect(simulation.constraints.loopError).toBeLessThan(1e-9)
})

it('loops that cannot close are a fault', async () => {
  const far = {
    ...mechanism,
    joints: mechanism.joints.map((joint) =>
      joint.name === 'rocker' ? { ...joint, parentFrame: { position: [5, 0, 0] } } : joint
    )
  }
  expect(await check(JSON.stringify(far))).toMatchObject({ fault: { path: ['loops', 0] } })
})

it('motors turn what they can, and are left out where they cannot', async () => {
  const crank = versionOf(fourBarSketch)
  const checked = await check(crank.text, { 'crank at A': 3 })
  if ('fault' in checked) throw new Error(checked.fault.message)
  const entry = ownEntry(checked.own)
  using simulation = linkwork.simulate(checked.own.mechanism)
  simulation.tracking.start(entry.drive?.(initialOptions(entry)) as Tracking)
  simulation.step(1000)
  expect(simulation.state.v?.['crank at A']?.[0]).toBeCloseTo(3, 3)
  const both = await check(versionOf(differential).text, { 'left sun at O': 3 })
  expect(both).toMatchObject({ remark: expect.stringMatching(/^The motors are off: /) })
})
