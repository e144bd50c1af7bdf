import { count } from '../../model/mechanisms/entry.ts'
import { fill, h, setText } from '../dom.ts'
import { icon } from '../icons.ts'

export interface Remarks {
  readonly element: HTMLElement
  /** Shows the omitted parts of a file in one line that unfolds. Hides the line if there are none. */
  show(file: string, remarks: readonly string[]): void
}

/** A line under the stage that unfolds and can be closed. */
export function remarksLine(): Remarks {
  const title = h('summary')
  const list = h('ul')
  const folded = h('details', {}, title, list)
  const close = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': 'Close import warnings',
      on: { click: hide }
    },
    icon('close')
  )
  const element = h('section', { class: 'remarks', 'aria-label': 'Import warnings' }, folded, close)
  function hide(): void {
    element.hidden = true
  }
  hide()
  return {
    element,
    show(file, remarks) {
      element.hidden = remarks.length === 0
      folded.open = false
      setText(title, `${file}: ${count(remarks.length, 'import warning')}`)
      fill(list, ...remarks.map((words) => h('li', {}, words)))
    }
  }
}
