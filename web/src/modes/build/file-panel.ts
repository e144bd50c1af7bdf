import schema from 'linkwork/mechanism.schema.json'
import { fill, h } from '../../ui/dom.ts'
import type { Desk } from './desk.ts'
import { jsonEditor } from './json-editor.ts'
import { onceAFrame } from './once-a-frame.ts'
import type { Schema } from './schema.ts'

/** The file as text, and under it whether it runs. */
export function filePanel(desk: Desk): HTMLElement {
  const verdict = h('div', { class: 'verdict', role: 'status' })
  const editor = jsonEditor(schema as unknown as Schema, (text, stroke) =>
    desk.draft.write({ text }, stroke)
  )
  desk.draft.present.subscribe(onceAFrame(() => editor.show(desk.draft.present.value.text)))
  desk.verdict.subscribe(({ fault, remark }) => {
    const line = editor.mark(fault)
    const words = fault?.message.replace(/^line \d+, column \d+: /, '')
    const where = h('button', { type: 'button', class: 'verdict-line' }, `Line ${line}`)
    where.addEventListener('click', editor.goToFault)
    fill(
      verdict,
      ...(fault
        ? [where, h('span', {}, words)]
        : [h('span', {}, remark ?? 'It runs as it is written.')])
    )
    verdict.toggleAttribute('data-fault', fault !== null)
  })
  return h('div', { class: 'file-panel' }, editor.element, verdict)
}
