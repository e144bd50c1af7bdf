/** Solves H x = b for a symmetric positive definite H, row after row, which becomes L: H = L Lᵀ. */
export function solveByCholesky(h: Float64Array, b: Float64Array): Float64Array {
  const n = b.length
  const x = b.slice()
  for (let i = 0; i < n; i++) {
    const row = i * n
    for (let j = 0; j <= i; j++) {
      const other = j * n
      let sum = h[row + j] as number
      for (let k = 0; k < j; k++) sum -= (h[row + k] as number) * (h[other + k] as number)
      if (i === j && !(sum > 0)) throw new Error(`The mass matrix has no pivot ${i}.`)
      h[row + j] = i === j ? Math.sqrt(sum) : sum / (h[other + j] as number)
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++)
      x[i] = (x[i] as number) - (h[i * n + k] as number) * (x[k] as number)
    x[i] = (x[i] as number) / (h[i * n + i] as number)
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++)
      x[i] = (x[i] as number) - (h[k * n + i] as number) * (x[k] as number)
    x[i] = (x[i] as number) / (h[i * n + i] as number)
  }
  return x
}
