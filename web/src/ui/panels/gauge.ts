import { decadePosition } from '../../model/measures.ts'
import { writeError, writePower, writtenNode } from '../../model/numbers.ts'
import { h } from '../dom.ts'
import { svg } from '../trusted.ts'

export interface GaugeRange {
  readonly low: number
  readonly high: number
  /** True: ticks at 2 to 9 of each decade too. */
  readonly minor: boolean
}

export interface Gauge {
  readonly element: HTMLElement
  setRange(range: GaugeRange): void
  setTolerance(tolerance: number): void
  /** The present value and the largest of late; NaN for none. */
  set(value: number, largest: number): void
  setBreach(breach: boolean): void
}

/** A ruler of decades with a bar and a needle; the tolerance is a stem with a wash beyond it. */
export function gauge(label: string, firstUnit = ''): Gauge {
  const ruler = h('div', { class: 'gauge-ruler' })
  const wash = h('div', { class: 'gauge-wash' })
  const stem = h('div', { class: 'gauge-stem' })
  const bar = h('div', { class: 'gauge-bar' })
  const largestMark = h('div', { class: 'gauge-largest' })
  const needle = h('div', { class: 'gauge-needle' })
  const [lowEnd, toleranceEnd, highEnd] = [
    h('span'),
    h('span', { class: 'gauge-tolerance' }),
    h('span')
  ]
  const element = h(
    'div',
    { class: 'gauge', role: 'meter', 'aria-label': label },
    h('div', { class: 'gauge-scale' }, ruler, wash, bar, largestMark, stem, needle),
    h('div', { class: 'gauge-ends', 'aria-hidden': 'true' }, lowEnd, toleranceEnd, highEnd)
  )
  let range: GaugeRange = { low: -16, high: 0, minor: false }
  const part = (value: number) => 100 * decadePosition(value, range.low, range.high)
  const percent = (value: number) => `${part(value)}%`

  return {
    element,
    setRange(next) {
      range = next
      element.setAttribute('aria-valuemin', String(next.low))
      element.setAttribute('aria-valuemax', String(next.high))
      ruler.replaceChildren(svg(`<svg>${ticks(next)}</svg>`))
      lowEnd.replaceChildren(writtenNode(writePower(next.low)), firstUnit)
      highEnd.replaceChildren(writtenNode(writePower(next.high)))
    },
    setTolerance(tolerance) {
      const at = percent(tolerance)
      stem.style.left = at
      wash.style.left = at
      // The nearer it is to an end, the more it leaves to what is written there.
      toleranceEnd.style.left = at
      toleranceEnd.style.transform = `translateX(-${part(tolerance)}%)`
      const decades = Math.log10(tolerance)
      const isPower = Math.abs(decades - Math.round(decades)) < 1e-9
      const written = isPower ? writePower(Math.round(decades)) : writeError(tolerance)
      toleranceEnd.replaceChildren(writtenNode(written))
    },
    set(value, largest) {
      const at = percent(value)
      needle.style.left = at
      bar.style.width = at
      largestMark.hidden = !Number.isFinite(largest)
      largestMark.style.left = percent(largest)
    },
    setBreach: (breach) => element.classList.toggle('breach', breach)
  }
}

/** One tick per decade, every fourth tall; the ends are tall too. */
function ticks({ low, high, minor }: GaugeRange): string {
  const lines: string[] = []
  const line = (decades: number, kind: string) => {
    const x = (100 * (decades - low)) / (high - low)
    lines.push(`<line class="${kind}" x1="${x}%" x2="${x}%" y1="0" y2="8"/>`)
  }
  for (let decade = low; decade <= high; decade++) {
    const end = decade === low || decade === high
    line(decade, end || minor || (decade - low) % 4 === 0 ? 'tall' : 'short')
    if (!minor || decade === high) continue
    for (let digit = 2; digit <= 9; digit++) line(decade + Math.log10(digit), 'minor')
  }
  return lines.join('')
}
