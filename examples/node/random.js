/** Normally distributed numbers that look random, the same from the same seed. */
export function normalNumbers(seed) {
  let state = seed
  const even = () => {
    state = (1664525 * state + 1013904223) % 2 ** 32
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(even())) * Math.cos(2 * Math.PI * even())
}
