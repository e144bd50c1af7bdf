import { versionOf } from '../../model/drawing/drawn-file.ts'
import { emptySketch } from '../../model/drawing/sketch.ts'
import { segmented } from '../../ui/choices.ts'
import { h } from '../../ui/dom.ts'
import type { ModeHost } from '../mode.ts'
import type { Editor } from './editor.ts'
import { type ToolName, type Tools, toolKeys } from './tools.ts'

/** Instructions for each tool. */
const hints: Readonly<Record<ToolName, string>> = {
  select: 'Drag a pivot to move the linkage. Hold Alt to change its dimensions.',
  link: 'Press, drag, release. Digits set the length.',
  pivot: 'Click a link to add a pin for other links.',
  slider: 'Press a point, then drag along its line or onto the link that it slides on.',
  gear: 'Drag from center to center. Digits set the ratio.',
  belt: 'Drag from center to center. Both wheels turn the same way. Digits set the ratio.',
  spring: 'Drag from end to end.',
  motor: 'Click a pin to add or remove a motor.',
  ground: 'Click a point or a link to ground or release it.',
  erase: 'Click a part to erase it.'
}

/** The drawing tools, or the ways to start a drawing. */
export function toolRail(editor: Editor, tools: Tools, host: ModeHost): HTMLElement {
  const names = Object.keys(toolKeys) as ToolName[]
  const choose = (name: ToolName) => () => {
    tools.tool.value = name
    host.closeSheet()
  }
  const buttons = names.map((name) => {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'tool',
        'aria-keyshortcuts': toolKeys[name],
        on: { click: choose(name) }
      },
      h('span', {}, `${name[0]?.toUpperCase()}${name.slice(1)}`),
      h('kbd', { 'aria-hidden': 'true' }, toolKeys[name])
    )
    tools.tool.subscribe((chosen) => button.setAttribute('aria-pressed', String(chosen === name)))
    return button
  })
  const hint = h('p', { class: 'section-note' })
  tools.tool.subscribe((name) => (hint.textContent = hints[name]))
  const begin = h('button', { type: 'button', class: 'plain-button' }, 'New drawing')
  begin.addEventListener('click', () => {
    host.settings.playing.value = false
    tools.tool.value = 'link'
    editor.openNew(versionOf(emptySketch))
  })
  const dragging = segmented(
    'Dragging a pivot',
    [
      { value: 'move', label: 'Moves' },
      { value: 'resize', label: 'Resizes' }
    ],
    tools.dragging
  )
  const drawn = h('div', {}, h('div', { class: 'tools' }, ...buttons), hint, dragging)
  const other = h(
    'p',
    { class: 'section-note' },
    'This mechanism cannot be drawn on. Edit its JSON, pick a classic, or start a new drawing.'
  )
  tools.tool.subscribe((name) => (dragging.hidden = name !== 'select'))
  editor.draft.present.subscribe(({ sketch }) => {
    drawn.hidden = sketch === undefined
    other.hidden = sketch !== undefined
  })
  const head = h('div', { class: 'build-head' }, h('h2', {}, 'Draw'), begin)
  return h('section', { class: 'build-section' }, head, drawn, other)
}
