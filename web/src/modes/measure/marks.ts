import type { Palette } from '../../ui/canvas.ts'
import { h } from '../../ui/dom.ts'

/** How traces are told from each other: by the colours of measurements, then by dashes. */
const colours = ['energy', 'loop', 'time', 'text'] as const
const dashes = [[], [6, 4]] as const

export const colourOf = (index: number, palette: Palette): string =>
  palette[colours[index % colours.length] ?? 'text']

export const dashOf = (index: number): number[] => [
  ...(dashes[Math.floor(index / colours.length) % dashes.length] ?? [])
]

/** A piece of a trace's line, for its chip. */
export function swatch(index: number): HTMLElement {
  const kind = dashOf(index).length > 0 ? 'dashed' : 'solid'
  const colour = colours[index % colours.length]
  return h('span', { class: `swatch ${kind}`, 'data-colour': colour, 'aria-hidden': 'true' })
}
