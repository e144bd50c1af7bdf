import type { Schema } from '../../model/drawing/schema.ts'
import { onChange } from '../../model/signals.ts'
import { fill, h } from '../../ui/dom.ts'
import type { Editor } from './editor.ts'
import type { JsonEditor } from './json-editor.ts'
import { onceAFrame } from './once-a-frame.ts'

export interface FilePanel {
  readonly element: HTMLElement
  /** Loads the editor on the first call. Call it when the panel is shown. */
  open(): Promise<void>
}

/** The file as text, with the result of its check below. */
export function filePanel(editor: Editor): FilePanel {
  const result = h('div', { class: 'check-result', role: 'status' }, 'Loading the editor.')
  const element = h('div', { class: 'file-panel' }, h('div', { class: 'json-editor' }), result)
  let isOpened = false
  return {
    element,
    async open() {
      if (isOpened) return
      isOpened = true
      try {
        const [{ jsonEditor }, { default: schema }] = await Promise.all([
          import('./json-editor.ts'),
          import('linkwork/mechanism.schema.json')
        ])
        const view = jsonEditor(schema as unknown as Schema, (text, stroke) =>
          editor.write(text, stroke)
        )
        element.firstChild?.replaceWith(view.element)
        follow(editor, view, result)
      } catch (error) {
        isOpened = false
        result.textContent = `The editor did not load: ${(error as Error).message}`
      }
    }
  }
}

function follow(editor: Editor, view: JsonEditor, result: HTMLElement): void {
  const show = () => view.show(editor.draft.present.value.text)
  show()
  onChange(editor.draft.present, onceAFrame(show))
  editor.checkResult.subscribe(({ fault, remark }) => {
    const line = view.mark(fault)
    const words = fault?.message.replace(/^line \d+, column \d+: /, '')
    const where = h('button', { type: 'button', class: 'check-result-line' }, `Line ${line}`)
    where.addEventListener('click', view.goToFault)
    const motors = editor.draft.present.value.sketch?.motors ?? []
    const without = `Continue without the drawing${motors.length > 0 ? ' and its motors' : ''}`
    const goOn = h('button', { type: 'button', class: 'check-result-action' }, without)
    goOn.addEventListener('click', () => editor.endDrawing())
    fill(
      result,
      ...(fault
        ? [where, h('span', {}, words), ...(fault.isUndrawn ? [goOn] : [])]
        : [h('span', {}, remark ?? 'Valid. Running.')])
    )
    result.toggleAttribute('data-fault', fault !== null)
  })
}
