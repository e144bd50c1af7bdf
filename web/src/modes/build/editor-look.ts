import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The page's own colors, which come into the editor's shadow root as variables. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid var(--text)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '18px', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-line': { padding: '0 8px 0 4px', fontVariantNumeric: 'tabular-nums' },
  '.cm-gutters': {
    border: '0',
    backgroundColor: 'var(--plate)',
    color: 'var(--text3)',
    fontSize: '11px'
  },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': { width: '8px', height: '8px' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--bad)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { boxShadow: 'inset 0 -1px var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--line2)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--edge)'
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--bad)'
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px'
  },
  '.cm-tooltip': {
    maxWidth: '340px',
    border: '1px solid var(--line2)',
    borderRadius: '4px',
    backgroundColor: 'var(--plate)',
    color: 'var(--text)'
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--text)',
    color: 'var(--plate)'
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px' },
  '.cm-meaning': { padding: '6px 10px' },
  '.cm-diagnostic': { padding: '6px 10px', overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeft: '2px solid var(--bad)' }
})

/** Only letters distinguish the kinds, because colors have another meaning on this page. */
const letters = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--text2)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--text)', fontWeight: '500' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--text3)' }
])

export const editorLook = [EditorView.lineWrapping, theme, syntaxHighlighting(letters)]
