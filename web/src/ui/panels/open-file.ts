import { chosen, dropped, type PathFile } from '../../model/files/gathered.ts'
import { openable } from '../../model/files/robot-file.ts'
import { h } from '../dom.ts'
import { icon } from '../icons.ts'

/** Takes the opened files after all of them are found. */
export type TakeFiles = (files: Promise<readonly PathFile[]>) => void

const whatOpens = 'a robot (URDF, MJCF, SDF) or a mechanism file'
const meshEndings = '.stl,.obj,.mtl,.dae,.gltf,.glb,.bin,.png,.jpg,.jpeg'

/** Buttons that open a file of the user, and a folder where the browser can. */
export function openButtons(onFiles: TakeFiles): HTMLElement {
  const file = button(
    icon('open'),
    ['Open file'],
    `Open ${whatOpens}, with its meshes if you choose these too, or drop it on the page`,
    { accept: `${openable},${meshEndings}`, multiple: true },
    onFiles
  )
  const folder = button(
    icon('folder'),
    ['Open folder'],
    `Open ${whatOpens} with the meshes in its folder, or drop the folder on the page`,
    { webkitdirectory: true },
    onFiles
  )
  const canFolders = 'webkitdirectory' in HTMLInputElement.prototype
  return h('div', { class: 'open-file-row' }, ...file, ...(canFolders ? folder : []))
}

function button(
  glyph: SVGSVGElement,
  [words, name]: readonly [words: string, name?: string],
  title: string,
  choice: Readonly<Record<string, string | boolean>>,
  onFiles: TakeFiles
): HTMLElement[] {
  const input = h('input', { type: 'file', hidden: true, ...choice })
  input.addEventListener('change', () => {
    const files = chosen(input.files ?? [])
    if (files.length > 0) onFiles(Promise.resolve(files))
    // The same file again, mended, is a change too.
    input.value = ''
  })
  const element = h(
    'button',
    {
      type: 'button',
      class: 'open-file',
      title,
      'aria-label': name,
      on: { click: () => input.click() }
    },
    glyph,
    h('span', { class: 'gallery-words' }, words)
  )
  return [element, input]
}

/** Takes files that are dropped anywhere on the page; `data-dropping` is set while it hovers. */
export function takeDroppedFiles(onFiles: TakeFiles): void {
  const { documentElement } = document
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!hasFile(event)) return
    event.preventDefault()
    documentElement.toggleAttribute('data-dropping', true)
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) documentElement.toggleAttribute('data-dropping', false)
  })
  document.addEventListener('drop', (event) => {
    documentElement.toggleAttribute('data-dropping', false)
    if (!hasFile(event) || !event.dataTransfer) return
    event.preventDefault()
    onFiles(dropped(event.dataTransfer))
  })
}
