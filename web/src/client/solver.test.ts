import { afterEach, expect, it, vi } from 'vitest'
import type { Built, Command, Report } from '../model/messages.ts'
import { Solver } from './solver.ts'

/** A worker that sends scripted reports and records its commands. */
class Scripted {
  static latest: Scripted
  readonly asked: Command[] = []
  onmessage: ((event: { data: Report }) => void) | null = null

  constructor() {
    Scripted.latest = this
  }

  postMessage(command: Command): void {
    this.asked.push(command)
  }

  get builds() {
    return this.asked.filter((command) => command.type === 'build')
  }

  answer(report: object): void {
    const epoch = this.builds.at(-1)?.epoch
    this.onmessage?.({ data: { epoch, ...report } as Report })
  }
}

const built = {
  type: 'built',
  mechanism: { bodies: [] },
  positions: 0,
  velocities: 0
} as object

/** A solver, its reports, and a function that requests builds. */
function opened() {
  vi.stubGlobal('Worker', Scripted)
  const reports: string[] = []
  const report = (word: string) => () => void reports.push(word)
  const solver = new Solver({
    onBuilt: ({ epoch }: Built) => void reports.push(`built ${epoch}`),
    onRefused: report('refused')
  } as never)
  const settings = { playing: false }
  const request = (subject: object, keepState = false) =>
    solver.build({ subject, keepState, command: () => ({ ...settings }) as never })
  return { reports, settings, request, solver, worker: Scripted.latest }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('builds with the settings at the time of the build, not of the request', () => {
  const { settings, request, worker } = opened()
  const drawing = {}
  request(drawing)
  request(drawing)
  settings.playing = true
  worker.answer(built)
  expect(worker.builds).toMatchObject([
    { epoch: 1, playing: false },
    { epoch: 2, playing: true }
  ])
})

it('takes steps after the build that was requested before them', () => {
  const { request, solver, worker } = opened()
  const drawing = {}
  request(drawing)
  request(drawing)
  solver.send({ type: 'steps', count: 3 })
  worker.answer(built)
  solver.send({ type: 'steps', count: 1 })
  expect(worker.asked).toMatchObject([
    { type: 'build', epoch: 1 },
    { type: 'build', epoch: 2 },
    { type: 'steps', count: 3 },
    { type: 'steps', count: 1 }
  ])
})

it.each([
  ['of something else', {}, true],
  ['that restarts', undefined, false]
])('says nothing of a build that was left for one %s', (_, other, keepState) => {
  const { reports, request, worker } = opened()
  const drawing = {}
  request(drawing)
  request(other ?? drawing, keepState)
  worker.answer(built)
  expect(reports).toEqual([])
  worker.answer(built)
  expect(reports).toEqual(['built 2'])
  request(drawing)
  request({}, keepState)
  worker.answer({ type: 'refused', message: 'It cannot be.' })
  expect(reports).toEqual(['built 2'])
})

it('shows every state of what goes on while a slider is dragged', () => {
  const { reports, request, worker } = opened()
  const entry = {}
  request(entry)
  request(entry, true)
  worker.answer(built)
  worker.answer(built)
  expect(reports).toEqual(['built 1', 'built 2'])
})
