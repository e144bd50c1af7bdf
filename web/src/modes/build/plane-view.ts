import type { Place } from '../../model/drawing/bars.ts'
import type { Box } from '../../model/drawing/framing.ts'
import type { Stage } from '../../model/stage.ts'

/** Margin along the edge of the stage [px]. */
const edge = 12

/** The world's x–z plane as the stage shows it, while it looks straight at it. */
export class PlaneView {
  readonly #stage: () => Stage | undefined

  constructor(stage: () => Stage | undefined) {
    this.#stage = stage
  }

  /** Pixels for a meter. */
  get scale(): number {
    return this.#stage()?.pixelsPerMeter() || 1
  }

  get isFacing(): boolean {
    const [azimuth = 0, elevation = 0] = this.#stage()?.getCamera() ?? []
    const turned = azimuth - 360 * Math.round(azimuth / 360)
    return Math.abs(turned) < 0.5 && Math.abs(elevation) < 0.5
  }

  /** Whether a part of the plane is seen, straight on. */
  shows({ min, max }: Box): boolean {
    const { clientWidth = 0, clientHeight = 0 } = this.#stage()?.element ?? {}
    const [left, bottom] = this.onScreen(min)
    const [right, top] = this.onScreen(max)
    const isIn = Math.min(left, top, clientWidth - right, clientHeight - bottom) > edge
    return this.isFacing && isIn
  }

  /** Turns to the plane. */
  face(): void {
    this.#stage()?.look(0, 0)
  }

  /** Whether the projection is orthographic. */
  setFlat(flat: boolean): void {
    this.#stage()?.setFlat(flat)
  }

  onScreen([x, z]: Place): Place {
    return this.#stage()?.screenOf([x, 0, z]) ?? [0, 0]
  }

  /** The place that is seen at a point of the screen. */
  placeAt([px, py]: Place): Place {
    const [ox, oy] = this.onScreen([0, 0])
    const { scale } = this
    return [(px - ox) / scale, (oy - py) / scale]
  }

  /** Moves the picture by so many pixels. */
  pan(dx: number, dy: number): void {
    const [azimuth, elevation, distance, x, y, z] = this.#stage()?.getCamera() ?? []
    if (azimuth === undefined || x === undefined || y === undefined) return
    const { scale } = this
    const camera = [azimuth, elevation, distance, x - dx / scale, y + dy / scale, z]
    this.#stage()?.setCamera(camera as number[])
  }

  zoom(factor: number): void {
    const [azimuth, elevation, distance, ...target] = this.#stage()?.getCamera() ?? []
    if (distance === undefined) return
    this.#stage()?.setCamera([azimuth, elevation, distance * factor, ...target] as number[])
  }

  /** The distance of the grid's lines [m]: 1, 2 or 5, at least so many pixels apart. */
  grid(pixels: number): number {
    const least = pixels / this.scale
    const power = 10 ** Math.floor(Math.log10(least))
    return power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10)
  }
}
