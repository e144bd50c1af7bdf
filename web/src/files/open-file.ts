import { h } from '../ui/dom.ts'
import { icon } from '../ui/icons.ts'
import { openable } from './read-file.ts'

/** A button that opens a file of the visitor's own. */
export function openFileButton(onFile: (file: File) => void): HTMLElement {
  const input = h('input', { type: 'file', accept: openable, hidden: true })
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
    // The same file again, mended, is a change too.
    input.value = ''
  })
  const button = h(
    'button',
    {
      type: 'button',
      class: 'open-file',
      title: 'Open a robot (URDF, MJCF, SDF) or a mechanism file, or drop it on the page',
      on: { click: () => input.click() }
    },
    icon('open'),
    h('span', { class: 'gallery-words' }, 'Open a file')
  )
  return h('div', { class: 'open-file-row' }, button, input)
}

/** Takes files that are dropped anywhere on the page; `data-dropping` is set while one hovers. */
export function takeDroppedFiles(onFile: (file: File) => void): void {
  const { documentElement } = document
  const carriesFile = ({ dataTransfer }: DragEvent) =>
    dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!carriesFile(event)) return
    event.preventDefault()
    documentElement.toggleAttribute('data-dropping', true)
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) documentElement.toggleAttribute('data-dropping', false)
  })
  document.addEventListener('drop', (event) => {
    documentElement.toggleAttribute('data-dropping', false)
    if (!carriesFile(event)) return
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) onFile(file)
  })
}
