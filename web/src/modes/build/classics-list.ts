import { type Classic, classics } from '../../model/drawing/classics.ts'
import { versionOf } from '../../model/drawing/drawn-file.ts'
import type { Sketch } from '../../model/drawing/sketch.ts'
import { h } from '../../ui/dom.ts'
import { svg } from '../../ui/trusted.ts'
import type { Editor } from './editor.ts'

/** Linkages to start from. */
export function classicsList(editor: Editor): HTMLElement {
  const rows = classics.map((classic) => h('li', {}, row(editor, classic)))
  const list = h('ul', { class: 'shelf', role: 'list' }, ...rows)
  return h('section', { class: 'build-section' }, h('h2', {}, 'Classics'), list)
}

function row(editor: Editor, { name, note, sketch }: Classic): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'classic',
      on: { click: () => editor.openNew(versionOf(sketch)) }
    },
    thumbnail(sketch),
    h(
      'span',
      {},
      h('span', { class: 'shelf-name' }, name),
      h('span', { class: 'shelf-time' }, note)
    )
  )
}

/** Links and pins in a box of 40 by 40. */
function thumbnail({ points, links }: Sketch): SVGSVGElement {
  const [xs, zs] = [points.map(({ x }) => x), points.map(({ z }) => z)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [low, high] = [Math.min(...zs), Math.max(...zs)]
  const scale = 30 / Math.max(right - left, high - low)
  const at = (id: string) => {
    const { x, z } = points.find((point) => point.id === id) ?? { x: 0, z: 0 }
    return [
      (20 + scale * (x - (left + right) / 2)).toFixed(1),
      (20 - scale * (z - (low + high) / 2)).toFixed(1)
    ]
  }
  const bars = links.map(
    ({ points: ids }) => `<path d="M${ids.map((id) => at(id).join(' ')).join('L')}z"/>`
  )
  const pins = points.map(({ id, ground }) => {
    const [x, y] = at(id)
    return `<circle class="${ground ? 'ground' : 'joint'}" cx="${x}" cy="${y}" r="2"/>`
  })
  return svg(
    `<svg class="classic-picture" viewBox="0 0 40 40" aria-hidden="true">${bars.join('')}${pins.join('')}</svg>`
  )
}
