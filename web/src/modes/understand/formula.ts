import { writeError, writtenNode } from '../../model/numbers.ts'
import { h } from '../../ui/dom.ts'

/** `v_i = X_i v_λ` with its signs below the line, `I^A` above it; of one sign each. */
export function formula(text: string): HTMLElement {
  const pieces = text.split(/([_^].)/u)
  return h(
    'span',
    { class: 'formula' },
    ...pieces.map((piece) => {
      if (piece.startsWith('_') && piece.length > 1) return h('sub', {}, piece.slice(1))
      if (piece.startsWith('^') && piece.length > 1) return h('sup', {}, piece.slice(1))
      return piece
    })
  )
}

/** Largest absolute value that is shown as zero. */
const nothing = 1e-12

/** A number of either sign, with two digits. */
export function signedNode(value: number): HTMLElement {
  if (Math.abs(value) < nothing) return h('span', { class: 'zero' }, '0')
  const size = Math.abs(value)
  const digits = size >= 1e-3 && size < 1e4 ? String(Number(size.toPrecision(2))) : undefined
  return h('span', {}, value < 0 && '\u2212', digits ?? writtenNode(writeError(size)))
}

/** A matrix, row after row. */
export function matrixTable(numbers: ArrayLike<number>, columns: number, label: string) {
  const rows = columns === 0 ? 0 : numbers.length / columns
  const row = (i: number) =>
    Array.from({ length: columns }, (_, j) =>
      h('td', {}, signedNode(numbers[i * columns + j] ?? 0))
    )
  return h(
    'table',
    { class: 'matrix', 'aria-label': label },
    ...Array.from({ length: rows }, (_, i) => h('tr', {}, ...row(i)))
  )
}
