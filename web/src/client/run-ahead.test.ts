import { expect, it } from 'vitest'
import type { Command } from '../model/messages.ts'
import type { Settings } from '../model/settings.ts'
import { RunAhead } from './run-ahead.ts'
import type { Solver } from './solver.ts'

/** Times of the frames before a target time, in steps, and whether it plays at the end. */
function ahead(target: number, step: number) {
  let [count, isPlaying] = [0, false]
  const solver = {
    send(request: Command) {
      if (request.type === 'steps') count += request.count
      if (request.type === 'play') isPlaying = request.playing
    }
  } as unknown as Solver
  const settings = { step: { value: step }, playing: { value: true } } as unknown as Settings
  const run = new RunAhead(solver, settings)
  run.start(target)
  const frames = [0]
  while (count > (frames.at(-1) ?? 0)) {
    frames.push(count)
    expect(run.follow(count * step)).toBe(true)
  }
  expect(run.follow((count + 1) * step)).toBe(false)
  return { frames, isPlaying }
}

it.each([
  [3, 1e-3],
  [0.7, 2e-3],
  [12.345, 5e-4],
  [5, 0.25]
])('to %f s by steps of %f s: exactly there, in frames that draw a trace', (target, step) => {
  const { frames, isPlaying } = ahead(target, step)
  expect(frames.at(-1)).toBe(Math.round(target / step))
  expect(isPlaying).toBe(true)
  const shown = frames.filter((frame) => frame * step > target - 1.5)
  const gaps = shown.slice(1).map((frame, i) => (frame - (shown[i] ?? 0)) * step)
  expect(Math.max(...gaps)).toBeLessThan(Math.max(0.11, 1.01 * step))
})
