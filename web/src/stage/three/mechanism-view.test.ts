import { fourBar, load } from 'linkwork'
import { expect, it, vi } from 'vitest'
import { Palette } from './materials.ts'
import { StageMechanismView } from './mechanism-view.ts'
import { Traces } from './traces.ts'

const linkwork = await load()

const framing = {
  min: [-1, -1],
  max: [1, 1],
  azimuth: 0,
  elevation: 0,
  fieldOfView: 24,
  floor: -1,
  grid: { minor: 0.1, major: 0.5, radius: 3 }
} as const

it('traces are recorded with the coordinates of the poses they belong to', () => {
  const record = vi.spyOn(Traces.prototype, 'record')
  using simulation = linkwork.simulate(fourBar(), { step: 1e-2 })
  const { mechanism } = simulation
  const mechanismView = new StageMechanismView(
    { id: 'four-bar', mechanism, framing, options: {} },
    new Palette(),
    1
  )
  const seen: number[][] = []
  record.mockImplementation((_, q) => seen.push([...q]))
  const expected: number[][] = []
  for (let frame = 0; frame < 3; frame++) {
    simulation.step()
    expected.push([...simulation.q])
    mechanismView.setState(simulation.poses, simulation.q, simulation.time)
  }
  expect(seen).toEqual(expected)
  mechanismView.dispose()
  record.mockRestore()
})
