/** A ruler of a round length, true in the plane of the mechanism. */

/** Most the bar may measure on the screen [CSS pixels]; the next round length would be longer. */
const longest = 120

/** The longest of 1, 2, 5 · 10ⁿ meters that is at most `longest` pixels long. */
export function roundLength(pixelsPerMeter: number): number {
  const most = longest / pixelsPerMeter
  const decade = 10 ** Math.floor(Math.log10(most))
  return ([5, 2, 1].find((factor) => factor * decade <= most) ?? 1) * decade
}

/** "0.5 m", "100 mm", "20 µm". */
export function lengthInWords(meters: number): string {
  const round = (value: number) => String(Number(value.toPrecision(1)))
  if (meters >= 0.2) return `${round(meters)} m`
  if (meters >= 1e-3) return `${round(1000 * meters)} mm`
  return `${round(1e6 * meters)} µm`
}

export class ScaleBar {
  readonly element = document.createElement('div')
  private readonly words = document.createElement('span')
  private readonly bar = document.createElement('span')
  private shown = 0

  constructor() {
    this.element.className = 'stage-scale'
    this.words.className = 'stage-scale-words'
    this.bar.className = 'stage-scale-bar'
    this.element.append(this.words, this.bar)
  }

  update(pixelsPerMeter: number): void {
    if (Math.abs(pixelsPerMeter - this.shown) < 1e-3 * pixelsPerMeter) return
    this.shown = pixelsPerMeter
    const length = roundLength(pixelsPerMeter)
    this.words.textContent = lengthInWords(length)
    this.bar.style.width = `${(length * pixelsPerMeter).toFixed(1)}px`
  }
}
