import { afterEach, expect, test, vi } from 'vitest'
import type { Measurement, MeasureReply, MeasureRequest } from './measure-worker.ts'
import { Measuring } from './measuring.ts'

/** A worker whose replies the test sends. */
class FakeWorker {
  static last: FakeWorker
  readonly requests: MeasureRequest[] = []
  onmessage: (event: { data: MeasureReply }) => void = () => {}

  constructor() {
    FakeWorker.last = this
  }

  postMessage(request: MeasureRequest): void {
    this.requests.push(request)
  }

  reply(run: number, measurement: Measurement): void {
    this.onmessage({ data: { run, measurement } })
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a reply to the request before does not end the present one', () => {
  vi.stubGlobal('Worker', FakeWorker)
  const measuring = new Measuring(() => {})
  measuring.measure(30)
  measuring.measure(200)
  const worker = FakeWorker.last
  const [first, second] = worker.requests.map(({ run }) => run) as [number, number]
  worker.reply(first, { type: 'done' })
  expect(measuring.present.value).toBe(200)
  worker.reply(second, { type: 'time', solve: 'dense', links: 200, time: 7 })
  expect(measuring.timings.get('dense', 200)).toBe(7)
  worker.reply(second, { type: 'done' })
  expect(measuring.present.value).toBe(null)
})

test('what was stopped is not shown', () => {
  vi.stubGlobal('Worker', FakeWorker)
  const measuring = new Measuring(() => {})
  measuring.measure(30)
  measuring.stop()
  const [{ run }] = FakeWorker.last.requests as [MeasureRequest]
  FakeWorker.last.reply(run, { type: 'time', solve: 'dense', links: 30, time: 7 })
  expect(measuring.timings.points('dense')).toEqual([])
})
