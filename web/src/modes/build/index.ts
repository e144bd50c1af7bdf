import './build.css'
import { h } from '../../ui/dom.ts'
import { leftPanel, type OpenMode, rightPanel } from '../mode.ts'
import { classicsList } from './classics-list.ts'
import { Desk } from './desk.ts'
import { filePanel } from './file-panel.ts'
import { partsPanel } from './parts-panel.ts'
import { shelfList } from './shelf-list.ts'
import { tabs } from './tabs.ts'

/** Build: the mechanism's file, in parts and as text; every valid change runs at once. */
export const openMode: OpenMode = (host) => {
  const desk = new Desk(host)
  const undo = h('button', { type: 'button', class: 'plain-button' }, 'Undo')
  const redo = h('button', { type: 'button', class: 'plain-button' }, 'Redo')
  undo.addEventListener('click', () => desk.draft.undo())
  redo.addEventListener('click', () => desk.draft.redo())
  desk.draft.present.subscribe(() => {
    undo.disabled = !desk.draft.canUndo
    redo.disabled = !desk.draft.canRedo
  })
  const list = [
    { label: 'Parts', content: partsPanel(desk) },
    { label: 'JSON', content: filePanel(desk) }
  ]
  const history = h('div', { class: 'tab-history' }, undo, redo)
  const keys = (event: KeyboardEvent) => {
    const { key, shiftKey, target } = event
    const letter = key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(letter)) return
    if (target instanceof Element && target.matches('input, textarea')) return
    event.preventDefault()
    event.stopPropagation()
    if (shiftKey || letter === 'y') desk.draft.redo()
    else desk.draft.undo()
  }
  return {
    left: leftPanel('Build', classicsList(desk), shelfList(desk)),
    right: rightPanel('Mechanism', tabs('Mechanism', list, history)),
    enter() {
      document.addEventListener('keydown', keys, { capture: true })
      desk.enter()
    },
    leave() {
      document.removeEventListener('keydown', keys, { capture: true })
      desk.leave()
    }
  }
}
