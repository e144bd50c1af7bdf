/** Blocks that a series is cut into at most; halved down to `fewestBlocks`. */
const mostBlocks = 64
const fewestBlocks = 8

/**
 * The slope of values over times, and its standard error where neighbors are correlated.
 *
 * Samples of an oscillating error add little to the ones before them, so the standard
 * error of a line through all of them is far too small. The series is cut into blocks, and the line
 * is one through the blocks' means; where blocks outlast the correlation their means are independent.
 * Which do is not known: blocks are doubled, as Flyvbjerg and Petersen do for a mean, and the largest
 * of the standard errors is taken. Eight blocks are the fewest, whose own error is 30 %.
 */
export function slopeOf(times, values) {
  const fits = []
  for (let blocks = mostBlocks; blocks >= fewestBlocks; blocks /= 2) {
    if (times.length >= blocks) fits.push(lineOf(meansOf(times, blocks), meansOf(values, blocks)))
  }
  if (fits.length === 0) return { slope: Number.NaN, error: Number.NaN }
  return { slope: fits[0].slope, error: Math.max(...fits.map(({ error }) => error)) }
}

function meansOf(numbers, blocks) {
  const length = Math.floor(numbers.length / blocks)
  return Array.from({ length: blocks }, (_, block) => {
    const part = numbers.slice(block * length, (block + 1) * length)
    return part.reduce((sum, each) => sum + each, 0) / length
  })
}

/** Least squares: se² = Σr² / (n − 2) / Σ(x − x̄)². */
function lineOf(x, y) {
  const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
  const [xMean, yMean] = [mean(x), mean(y)]
  const spread = x.reduce((sum, each) => sum + (each - xMean) ** 2, 0)
  const slope = x.reduce((sum, each, i) => sum + (each - xMean) * (y[i] - yMean), 0) / spread
  const residual = y.reduce((sum, each, i) => sum + (each - yMean - slope * (x[i] - xMean)) ** 2, 0)
  return { slope, error: Math.sqrt(residual / (x.length - 2) / spread) }
}
