import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap
} from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers
} from '@codemirror/view'
import { lenientValue, pathOf, rangeOf, sourceOf } from '../../model/drawing/json-places.ts'
import { describe, type Schema } from '../../model/drawing/schema.ts'
import { h } from '../../ui/dom.ts'
import type { Fault } from './check.ts'
import { completer } from './completion.ts'
import { editorLook } from './editor-look.ts'

export interface JsonEditor {
  readonly element: HTMLElement
  /** Shows a text from another source. Equal parts keep their places. */
  show(text: string): void
  /** Marks the fault on its line; null clears the mark. Returns the line. */
  mark(fault: Fault | null): number | undefined
  /** Moves the cursor to the mark. */
  goToFault(): void
}

/** Writing that rests so long is another step to undo [ms]. */
const pause = 600

/**
 * A text editor for mechanism files. `onWrite` is called when the user types, with one `stroke` for all
 * text without a pause. Undo is that of the draft. It is in a shadow root, where CodeMirror adopts
 * style sheets, as the policy of the page requires.
 */
export function jsonEditor(
  schema: Schema,
  onWrite: (text: string, stroke: string) => void
): JsonEditor {
  const element = h('div', { class: 'json-editor' })
  // The page's own keys do not know of fields inside.
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') event.stopPropagation()
  })
  let stroke = 0
  let last = Number.NEGATIVE_INFINITY
  const written = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (!docChanged || transactions.every((each) => each.annotation(Transaction.remote))) return
    const now = performance.now()
    if (now - last > pause) stroke += 1
    last = now
    onWrite(state.doc.toString(), `writing ${stroke}`)
  })
  const state = EditorState.create({
    extensions: [
      lineNumbers(),
      lintGutter(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [completer(schema)], icons: false }),
      json(),
      hoverTooltip((view, pos, side) => meaning(schema, view, pos, side)),
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': 'Mechanism file', tabindex: '0' }),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap]),
      editorLook,
      overLines,
      written
    ]
  })
  const root = element.attachShadow({ mode: 'open' })
  const view = new EditorView({ state, root, parent: root })
  let marked: Diagnostic | undefined

  return {
    element,
    show(text) {
      const before = view.state.doc.toString()
      const changes = difference(before, text)
      if (changes) view.dispatch({ changes, annotations: Transaction.remote.of(true) })
      last = Number.NEGATIVE_INFINITY
    },
    mark(fault) {
      marked = fault ? diagnosticOf(view.state, fault) : undefined
      view.dispatch(setDiagnostics(view.state, marked ? [marked] : []))
      return marked && view.state.doc.lineAt(marked.from).number
    },
    goToFault() {
      if (!marked) return
      const { from, to } = marked
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
      view.focus()
    }
  }
}

/**
 * What is written over several lines; browsers would join these by themselves, with styles of their own,
 * which the page's policy forbids.
 */
const overLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { doc, selection } = view.state
    const { from, to } = selection.main
    const isOverLines = doc.lineAt(from).number < doc.lineAt(to).number
    if (event.inputType !== 'insertText' || event.data === null || !isOverLines) return false
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type' })
    return true
  }
})

/** The middle of a text that another has in its place. */
function difference(before: string, after: string) {
  if (before === after) return undefined
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from += 1
  let end = 0
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

function diagnosticOf(state: EditorState, { message, path, place }: Fault): Diagnostic {
  const { doc } = state
  if (place) {
    const line = doc.line(Math.min(place.line, doc.lines))
    const at = Math.min(line.from + place.column - 1, line.to)
    return { from: Math.max(line.from, at - 1), to: at, severity: 'error', message }
  }
  const { from, to } = rangeOf(sourceOf(doc.toString()), path) ?? doc.line(1)
  // Only the first line of what is long.
  return { from, to: Math.min(to, doc.lineAt(from).to), severity: 'error', message }
}

/** Returns the description of the key under the pointer from the schema. */
function meaning(schema: Schema, { state }: EditorView, pos: number, side: 1 | -1) {
  const source = sourceOf(state.doc.toString())
  const node = source.tree.resolveInner(pos, side)
  if (node.name !== 'PropertyName') return null
  const words = describe(schema, pathOf(source, node), lenientValue(source))
  if (!words) return null
  const create = () => ({ dom: h('div', { class: 'cm-meaning' }, words) })
  return { pos: node.from, end: node.to, create }
}
