/** The line, from 1, of a place in a text. */
export function lineCounter(text: string): (index: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (index) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= index) low = middle
      else high = middle
    }
    return low + 1
  }
}
