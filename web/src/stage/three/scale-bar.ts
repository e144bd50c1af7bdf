/** A ruler of a round length, true in the plane of the mechanism. */

/** Most the bar may measure on the screen [CSS pixels]; the next round length would be longer. */
const longest = 120

/** The longest of 1, 2, 5 · 10ⁿ metres that is at most `longest` pixels long. */
export function roundLength(pixelsPerMetre: number): number {
  const most = longest / pixelsPerMetre
  const decade = 10 ** Math.floor(Math.log10(most))
  return ([5, 2, 1].find((factor) => factor * decade <= most) ?? 1) * decade
}

/** "0.5 m", "100 mm", "20 µm". */
export function lengthInWords(metres: number): string {
  const round = (value: number) => String(Number(value.toPrecision(1)))
  if (metres >= 0.2) return `${round(metres)} m`
  if (metres >= 1e-3) return `${round(1000 * metres)} mm`
  return `${round(1e6 * metres)} µm`
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

  update(pixelsPerMetre: number): void {
    if (Math.abs(pixelsPerMetre - this.shown) < 1e-3 * pixelsPerMetre) return
    this.shown = pixelsPerMetre
    const length = roundLength(pixelsPerMetre)
    this.words.textContent = lengthInWords(length)
    this.bar.style.width = `${(length * pixelsPerMetre).toFixed(1)}px`
  }
}
