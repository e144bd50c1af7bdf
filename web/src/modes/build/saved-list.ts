import { onChange } from '../../model/signals.ts'
import { fill, h } from '../../ui/dom.ts'
import { editInPlace } from '../../ui/edit-in-place.ts'
import type { Editor } from './editor.ts'
import type { Saved } from './saved-mechanisms.ts'

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** "Your mechanisms": list of the saved mechanisms, to open, rename and delete. */
export function savedList(editor: Editor): HTMLElement {
  const list = h('ul', { class: 'shelf', role: 'list' })
  const note = h('p', { class: 'section-note' })
  const deleted = h('p', { class: 'shelf-deleted', hidden: true })
  const restore = h('button', { type: 'button', class: 'plain-button' }, 'Put back')
  restore.addEventListener('click', () => {
    editor.saved.restore()
    deleted.hidden = true
  })
  const remove = (saved: Saved) => {
    editor.delete(saved.id)
    deleted.hidden = false
    fill(deleted, h('span', {}, `Deleted ${saved.name}.`), restore)
    restore.focus()
  }
  const show = () => {
    const saved = editor.saved.list.value
    note.hidden = saved.length > 0
    note.textContent = 'What you change is kept here, in this browser.'
    fill(list, ...saved.map((each) => row(editor, each, remove)))
  }
  editor.saved.list.subscribe(show)
  onChange(editor.id, show)
  return h(
    'section',
    { class: 'build-section' },
    h('h2', {}, 'Your mechanisms'),
    list,
    deleted,
    note
  )
}

function row(editor: Editor, saved: Saved, remove: (saved: Saved) => void): HTMLElement {
  const isPresent = saved.id === editor.id.value
  const open = h(
    'button',
    {
      type: 'button',
      class: 'shelf-open',
      'aria-current': isPresent ? 'true' : undefined,
      on: { click: () => editor.openSaved(saved) }
    },
    h('span', { class: 'shelf-name' }, saved.name),
    h('span', { class: 'shelf-time' }, written.format(saved.time))
  )
  const rename = h('button', { type: 'button', class: 'plain-button' }, 'Rename')
  const discard = h('button', { type: 'button', class: 'plain-button' }, 'Delete')
  const item = h('li', { class: 'shelf-item' }, open)
  if (!isPresent) return item
  discard.addEventListener('click', () => remove(saved))
  rename.addEventListener('click', () =>
    renameIn(open, saved.name, (name) => renamed(editor, name))
  )
  item.append(h('div', { class: 'shelf-tools' }, rename, discard))
  return item
}

/** The name is the one in the file. */
function renamed(editor: Editor, name: string): void {
  const { sketch } = editor.draft.present.value
  if (sketch) editor.draw({ ...sketch, name })
  else editor.writeValue(['name'], name)
}

/** A field in the place of a name, until Enter, Escape or a click elsewhere. */
function renameIn(open: HTMLElement, name: string, accept: (name: string) => void): void {
  const field = h('input', { class: 'shelf-field', 'aria-label': 'Name', maxlength: 80 })
  field.value = name
  editInPlace(open, field, (text) => {
    const wanted = text.trim()
    if (wanted !== '' && wanted !== name) accept(wanted)
  })
}
