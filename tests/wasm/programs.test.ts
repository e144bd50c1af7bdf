import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

// Programs as users write them: they are short, and do what they are for.

const path = (file: string) => fileURLToPath(new URL(`../../examples/${file}.js`, import.meta.url))

/** Lines that are neither empty nor a comment. */
const linesOf = (file: string) =>
  readFileSync(path(file), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/[/*].*)?$/.test(line)).length

/** The numbers that a program prints. */
async function numbersOf(file: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [path(file)])
  return [...stdout.matchAll(/-?\d+\.\d+/g)].map(([number]) => Number(number))
}

describe('programs are as short as the field expects', () => {
  it.each([
    ['browser/main', 35],
    ['node/cheetah', 15],
    ['node/lqr', 8],
    ['node/car', 29],
    ['node/ragdoll', 30]
  ])('%s: at most %i lines', (file, most) => {
    expect(linesOf(file)).toBeLessThanOrEqual(most)
  })
})

it('the Mini Cheetah rests on its feet', async () => {
  const [height] = await numbersOf('node/cheetah')
  expect(height).toBeGreaterThan(0.25)
  expect(height).toBeLessThan(0.32)
})

it('a regulator holds a pole upright', async () => {
  const [error = Number.NaN] = await numbersOf('node/lqr')
  expect(Math.abs(error)).toBeLessThan(0.01)
})

it('a car drives in a circle at the speed of its motors', async () => {
  const [speed = 0, turning = 0] = await numbersOf('node/car')
  expect(Math.abs(speed - 3)).toBeLessThan(0.4) // 10 rad/s at a radius of 0.3 m
  // Bicycle model: tan 0.3 / 1.6 m between the axles.
  expect(Math.abs(turning / speed - Math.tan(0.3) / 1.6)).toBeLessThan(0.04)
})

it('a ragdoll comes to rest on the floor', async () => {
  const [height] = await numbersOf('node/ragdoll')
  expect(height).toBeGreaterThan(0.1)
  expect(height).toBeLessThan(0.5)
})
