import { onChange } from '../../model/signals.ts'
import './build.css'
import './sketch.css'
import { load } from 'linkwork'
import { h } from '../../ui/dom.ts'
import { tabbed } from '../../ui/tabs.ts'
import { leftPanel, type OpenMode, rightPanel } from '../mode.ts'
import { Analysis } from './analysis.ts'
import { classicsList } from './classics-list.ts'
import { Editor } from './editor.ts'
import { filePanel } from './file-panel.ts'
import { partsPanel } from './parts-panel.ts'
import { savedList } from './saved-list.ts'
import { SketchLayer } from './sketch-layer.ts'
import { toolRail } from './tool-rail.ts'
import { type ToolName, Tools, toolKeys } from './tools.ts'

/**
 * Build: a linkage as it is drawn and the mechanism's file, in parts and as text; every valid change of
 * either runs at once.
 */
export const openMode: OpenMode = (host) => {
  const editor = new Editor(host)
  const tools = new Tools(editor, host)
  const layer = new SketchLayer(editor, tools, new Analysis(editor), host)
  load().then((linkwork) => tools.use(linkwork))
  const undo = h('button', { type: 'button', class: 'plain-button' }, 'Undo')
  const redo = h('button', { type: 'button', class: 'plain-button' }, 'Redo')
  undo.addEventListener('click', () => editor.draft.undo())
  redo.addEventListener('click', () => editor.draft.redo())
  editor.draft.present.subscribe(() => {
    undo.disabled = !editor.draft.canUndo
    redo.disabled = !editor.draft.canRedo
  })
  let wasDrawing = false
  onChange(editor.draft.present, ({ sketch }) => {
    if (sketch && !wasDrawing) layer.face()
    wasDrawing = sketch !== undefined
  })
  const file = filePanel(editor)
  const list = [
    { label: 'Parts', element: partsPanel(editor, (words) => host.run.say(words)) },
    { label: 'JSON', element: file.element }
  ]
  const tabs = tabbed('Mechanism', list)
  onChange(tabs.present, (tab) => tab === 1 && file.open())
  for (const { element } of list) element.classList.add('tab-panel')
  const history = h('div', { class: 'tab-history' }, undo, redo)
  const row = h('div', { class: 'tab-row' }, tabs.list, history)
  const keys = (event: KeyboardEvent) => {
    const isField =
      event.target instanceof Element && event.target.matches('input, textarea, select')
    if (isField || !act(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Whether a key was one of the drawing's own. */
  const act = (event: KeyboardEvent): boolean => {
    const letter = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (letter === 'y' || (letter === 'z' && event.shiftKey)) editor.draft.redo()
      else if (letter === 'z') editor.draft.undo()
      return letter === 'y' || letter === 'z'
    }
    const isText = event.target instanceof Element && event.target.matches('.json-editor')
    if (isText || event.ctrlKey || event.metaKey || !editor.draft.present.value.sketch) return false
    if (event.key === 'Escape') {
      const isUsed = tools.isBusy || tools.tool.value !== 'select'
      tools.cancel()
      tools.tool.value = 'select'
      return isUsed
    }
    if (tools.type(event.key)) return true
    if (event.key === 'Delete') return tools.deleteSelected()
    const names = Object.keys(toolKeys) as ToolName[]
    const name = names.find((each) => toolKeys[each].toLowerCase() === letter)
    if (!name || event.altKey || !host.settings.letterKeys.value) return false
    tools.tool.value = name
    return true
  }
  return {
    left: leftPanel(
      'Build',
      toolRail(editor, tools, host),
      classicsList(editor),
      savedList(editor)
    ),
    right: rightPanel('Mechanism', row, ...list.map(({ element }) => element)),
    over: layer.element,
    draw: () => layer.draw(),
    enter() {
      document.addEventListener('keydown', keys, { capture: true })
      editor.enter()
      if (editor.draft.present.value.sketch) layer.face()
    },
    leave() {
      document.removeEventListener('keydown', keys, { capture: true })
      tools.cancel()
      layer.leave()
      editor.leave()
    }
  }
}
