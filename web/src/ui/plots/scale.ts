/** Seconds that a plot shows. */
export const plotSpan = 8

const margin = { left: 38, right: 6, top: 9, bottom: 20 }

interface Box {
  readonly width: number
  readonly height: number
}

/** Maps times and values to the coordinates of a plot [px]. */
export interface Scale {
  readonly low: number
  readonly high: number
  readonly start: number
  readonly end: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  x(time: number): number
  y(value: number): number
}

/** The last eight seconds across, decades from low to high upwards. */
export function makeScale(canvas: Box, low: number, high: number, now: number): Scale {
  const end = Math.max(now, plotSpan)
  const start = end - plotSpan
  const left = margin.left
  const right = canvas.width - margin.right
  const top = margin.top
  const bottom = canvas.height - margin.bottom
  return {
    low,
    high,
    start,
    end,
    left,
    right,
    top,
    bottom,
    x: (time) => left + ((time - start) / (end - start)) * (right - left),
    y: (value) => {
      const decades = value > 0 ? Math.log10(value) : low
      const clipped = Math.min(high, Math.max(low, decades))
      return bottom - ((clipped - low) / (high - low)) * (bottom - top)
    }
  }
}
