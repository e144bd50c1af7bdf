import { expect, it } from 'vitest'
import { Quality } from './quality.ts'

/** Frames this far apart, for a while; returns what was dropped along the way. */
function run(quality: Quality, apart: number, frames: number, from = 0): string[] {
  const seen: string[] = []
  for (let i = 0; i < frames; i++) {
    if (!quality.frame(from + i * apart)) continue
    const { pixelRatio, shadow, ghosts } = quality.detail
    seen.push(`${pixelRatio} ${shadow} ${ghosts}`)
  }
  return seen
}

it('drops pixel ratio, then the shadow map, then ghosts, while frames are slow', () => {
  const quality = new Quality(3, false)
  expect(quality.detail).toEqual({ pixelRatio: 2, shadow: 4096, ghosts: true })
  expect(run(quality, 40, 400)).toEqual(['1 4096 true', '1 1024 true', '1 1024 false'])
  expect(quality.reduced).toBe(true)
})

it('keeps all detail at full rate, and through pauses', () => {
  const quality = new Quality(2, false)
  expect(run(quality, 1000 / 60, 600)).toEqual([])
  expect(run(quality, 5000, 60, 1e5)).toEqual([])
  expect(quality.reduced).toBe(false)
})

it('uses less on a phone: 30 frames per second and a smaller shadow map', () => {
  const quality = new Quality(2, true)
  expect(quality.detail.shadow).toBe(2048)
  expect(run(quality, 1000 / 30, 300)).toEqual([])
})

it('begins with all dropped but the ghosts where drawing is slow, and says so', () => {
  const quality = new Quality(2, false, true)
  expect(quality.detail).toEqual({ pixelRatio: 1, shadow: 1024, ghosts: true })
  expect(quality.reduced).toBe(true)
  expect(run(quality, 40, 400)).toEqual(['1 1024 false'])
})
