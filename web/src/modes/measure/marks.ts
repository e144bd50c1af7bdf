import type { Palette } from '../../ui/canvas.ts'
import { h } from '../../ui/dom.ts'

/** Distinguishes traces by the colors of measurements, then by dashes. */
const colors = ['energy', 'loop', 'time', 'text'] as const
const dashes = [[], [6, 4]] as const

export const colorOf = (index: number, palette: Palette): string =>
  palette[colors[index % colors.length] ?? 'text']

export const dashOf = (index: number): number[] => [
  ...(dashes[Math.floor(index / colors.length) % dashes.length] ?? [])
]

/** A piece of a trace's line, for its chip. */
export function swatch(index: number): HTMLElement {
  const kind = dashOf(index).length > 0 ? 'dashed' : 'solid'
  const color = colors[index % colors.length]
  return h('span', { class: `swatch ${kind}`, 'data-color': color, 'aria-hidden': 'true' })
}
