import assert from 'node:assert/strict'
import test from 'node:test'
import { slopeOf } from '../../bench/slope.mjs'

/** Equally distributed in [0, 1): Mulberry32. */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const count = 4096
const times = Float64Array.from({ length: count }, (_, i) => i / 100)
const duration = count / 100

/** Noise of unit variance whose neighbors are correlated by `kept`, as of an AR(1) process. */
function noise(seed, kept) {
  const random = randomFrom(seed)
  const fresh = () => Math.sqrt(12) * (random() - 0.5)
  let value = fresh()
  return Float64Array.from({ length: count }, () => {
    value = kept * value + Math.sqrt(1 - kept ** 2) * fresh()
    return value
  })
}

test('the slope of a line is its slope, without error', () => {
  const { slope, error } = slopeOf(
    times,
    times.map((time) => 3 - 0.25 * time)
  )
  // Sums of 4096 roundings of numbers up to 10.
  assert.ok(Math.abs(slope + 0.25) < 1e-13)
  assert.ok(error < 1e-13)
})

/** The slopes of 200 series: their scatter about the true one, and the mean of their errors. */
function scatterOf(seriesOf, slope) {
  const fits = Array.from({ length: 200 }, (_, seed) => slopeOf(times, seriesOf(seed)))
  const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
  return {
    scatter: Math.sqrt(mean(fits.map((fit) => (fit.slope - slope) ** 2))),
    stated: mean(fits.map(({ error }) => error))
  }
}

for (const kept of [0, 0.9, 0.95]) {
  test(`the standard error is that of slopes of noise correlated by ${kept}`, () => {
    const series = (seed) => noise(seed, kept).map((value, i) => value + 0.02 * times[i])
    const { scatter, stated } = scatterOf(series, 0.02)
    // A mean over τ = (1 + kept) / (1 − kept) samples counts as one: se² = 12 τ / (count T²).
    const expected = Math.sqrt((12 * (1 + kept)) / (1 - kept) / count) / duration
    // 200 of them determine a scatter to 5 %: three times that.
    assert.ok(Math.abs(scatter / expected - 1) < 0.15, `${scatter} is not ${expected}`)
    // The largest of four estimates is more than the mean one: by a quarter, as it turns out.
    assert.ok(stated > expected && stated < 1.5 * expected, `${stated} is not ${expected}`)
  })
}

test('the standard error of a random walk is too small, by less than four', () => {
  const walk = (seed) => {
    let sum = 0
    return noise(seed, 0).map((value) => (sum += value))
  }
  const { scatter, stated } = scatterOf(walk, 0)
  // A walk of variance s² T has slopes of 1.2 s² / T; n blocks state 0.8 s² / (n T): √12 with 8.
  assert.ok(scatter > 2 * stated && scatter < 4 * stated, `${scatter} ± ${stated}`)
})

test('an oscillation has no slope within three standard errors', () => {
  for (const period of [0.03, 1.7, 11]) {
    const { slope, error } = slopeOf(
      times,
      times.map((time) => Math.sin((2 * Math.PI * time) / period))
    )
    assert.ok(Math.abs(slope) < 3 * error, `period ${period}: ${slope} ± ${error}`)
  }
})

test('a series of fewer samples than blocks has no slope', () => {
  assert.ok(Number.isNaN(slopeOf([0, 1, 2], [0, 1, 2]).slope))
})
