import { versionOf } from '../../model/drawing/drawn-file.ts'
import { emptySketch } from '../../model/drawing/sketch.ts'
import { segmented } from '../../ui/choices.ts'
import { h } from '../../ui/dom.ts'
import type { ModeHost } from '../mode.ts'
import type { Editor } from './editor.ts'
import { type ToolName, type Tools, toolKeys } from './tools.ts'

/** What each tool does, in one sentence. */
const hints: Readonly<Record<ToolName, string>> = {
  select: 'Drag a pivot: it moves as the linkage lets it. With Alt it changes dimensions.',
  link: 'Press, drag, release. Digits set the length.',
  pivot: 'Press on a link to pin others to it there.',
  slider: 'Press a point; drag along its line, or onto the link that carries it.',
  gear: 'Drag from one middle to the other. Digits set the ratio.',
  belt: 'Drag from one middle to the other: both turn the same way. Digits set the ratio.',
  spring: 'Drag from end to end.',
  motor: 'Press a pin: what is there turns, or no longer.',
  ground: 'Press a point or a link: it is held, or free again.',
  erase: 'Press what is to go.'
}

/** The tools of the drawing, or how to begin one. */
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
    'This file is not a drawing: change its text, start from a classic, or draw anew.'
  )
  tools.tool.subscribe((name) => (dragging.hidden = name !== 'select'))
  editor.draft.present.subscribe(({ sketch }) => {
    drawn.hidden = sketch === undefined
    other.hidden = sketch !== undefined
  })
  const head = h('div', { class: 'build-head' }, h('h2', {}, 'Draw'), begin)
  return h('section', { class: 'build-section' }, head, drawn, other)
}
