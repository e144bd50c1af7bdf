/** A run of colors from one to another, mixed as the screen's numbers are (sRGB), made once. */
import { Color, SRGBColorSpace } from 'three'

const steps = 64

export class Gradient {
  private readonly colors = Array.from({ length: steps + 1 }, () => new Color())

  set(from: string, to: string): void {
    const a = new Color(from).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace)
    const b = new Color(to).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace)
    for (const [i, color] of this.colors.entries()) {
      const t = i / steps
      const mix = (x: number, y: number) => x + (y - x) * t
      color.setRGB(mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), SRGBColorSpace)
    }
  }

  /** Color at t in 0..1; not to be changed. */
  at(t: number): Color {
    return this.colors[Math.round(steps * Math.min(1, Math.max(0, t)))] as Color
  }
}
