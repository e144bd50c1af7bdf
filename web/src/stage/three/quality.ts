/**
 * Keeps the frame rate by dropping detail, in this order: pixel ratio, size of the shadow map,
 * ghosts. Dropped detail does not return.
 */

/** A decision follows `window` frames, or `patience` [ms] with at least `fewest` frames. */
const window = 45
const fewest = 6
const patience = 1500
/** Slowest median frame that is let pass [ms]: 60 and 30 frames a second, with some slack. */
const slowest = { desktop: 24, phone: 42 }
/** A longer wait between two frames is a pause, not a slow frame [ms]. */
const pause = 2000

export interface Detail {
  readonly pixelRatio: number
  /** Side of the shadow map in texels. */
  readonly shadow: number
  readonly ghosts: boolean
}

export class Quality {
  private readonly steps: Detail[]
  private level = 0
  private readonly times = new Float64Array(window)
  private filled = 0
  private waited = 0
  private last = Number.NaN
  private readonly limit: number

  /** A software renderer starts with all detail dropped except ghosts. */
  constructor(devicePixelRatio: number, phone: boolean, isSlow = false) {
    const full = {
      pixelRatio: Math.min(devicePixelRatio, 2),
      shadow: phone ? 2048 : 4096,
      ghosts: true
    }
    this.limit = phone ? slowest.phone : slowest.desktop
    this.steps = [full]
    if (full.pixelRatio > 1) this.steps.push({ ...full, pixelRatio: 1 })
    this.steps.push({ ...full, pixelRatio: 1, shadow: 1024 })
    this.steps.push({ pixelRatio: 1, shadow: 1024, ghosts: false })
    if (isSlow) this.level = this.steps.length - 2
  }

  get detail(): Detail {
    return this.steps[this.level] as Detail
  }

  get reduced(): boolean {
    return this.level > 0
  }

  /** Takes the time of a frame; true if detail was dropped because of it. */
  frame(now: number): boolean {
    const elapsed = now - this.last
    this.last = now
    if (!(elapsed < pause)) return false
    this.times[this.filled++] = elapsed
    this.waited += elapsed
    const enough = this.filled === window || (this.filled >= fewest && this.waited > patience)
    if (!enough) return false
    const median = this.times.subarray(0, this.filled).sort()[this.filled >> 1] as number
    this.filled = 0
    this.waited = 0
    if (median <= this.limit || this.level + 1 >= this.steps.length) return false
    this.level++
    return true
  }
}
