import type { AccelerationMethod } from 'linkwork'
import { writeError, writeFixed, writeTime, writtenNode } from '../../model/numbers.ts'
import { spokenName } from '../../model/parts.ts'
import { checkbox } from '../../ui/choices.ts'
import { fill, h, setText } from '../../ui/dom.ts'
import { icon } from '../../ui/icons.ts'
import type { ModeHost } from '../mode.ts'
import type { Checked, CheckRow } from './requests.ts'
import type { Assistant } from './worker-client.ts'

/** Largest difference by rounding. */
const tolerance = 1e-9
/** Time between two repeated checks [ms]. */
const pause = 500

const methodWords: Readonly<Record<CheckRow['method'], string>> = {
  'articulated-body': 'Articulated body',
  'composite-body': 'Mass matrix, Cholesky',
  projection: 'Projection',
  'lagrange-dense': 'Multipliers, tree, dense',
  'lagrange-sparse': 'Multipliers, tree, sparse',
  'general-joint': 'General joints',
  multipliers: 'Multipliers, maximal',
  compiled: 'Compiled code',
  'there-and-back': 'Inverse dynamics and back'
}

export interface CheckSection {
  readonly element: HTMLElement
  /** Ends repeated checks. */
  stop(): void
  /** Requests the next check if it is due [ms]. */
  draw(now: number): void
}

/** Accelerations of all methods at the present state. */
export function checkSection({ run }: ModeHost, assistant: Assistant): CheckSection {
  const light = h('span', { class: 'compare-light', hidden: true })
  const sum = h('p', { class: 'section-note', role: 'status' })
  const rows = h('tbody')
  const table = h(
    'table',
    { class: 'compare-table', hidden: true },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'Method'),
        h('th', { scope: 'col' }, 'Worst at'),
        h('th', { scope: 'col' }, 'Difference')
      )
    ),
    rows
  )
  let keeps = false
  let isWaiting = false
  let requested = Number.NEGATIVE_INFINITY
  let time = 0
  const request = () => {
    const built = run.built.value
    if (!built || isWaiting) return
    isWaiting = true
    time = run.latest.time
    const { q, v } = run.latest
    assistant.request({ type: 'check', mechanism: built.mechanism, q: q.slice(), v: v.slice() })
  }
  assistant.on('checked', (checked) => {
    isWaiting = false
    table.hidden = false
    fill(rows, ...checked.rows.map(rowNode))
    fill(sum, ...sumOf(checked, time))
  })
  assistant.on('failed', ({ what, message }) => {
    if (what !== 'check') return
    isWaiting = false
    table.hidden = true
    setText(sum, message)
  })
  const keep = checkbox('Keep checking', false, (on) => {
    keeps = on
    light.hidden = !on
  })
  const button = h(
    'button',
    { type: 'button', class: 'plain-button', on: { click: request } },
    'Check now'
  )
  return {
    element: h(
      'section',
      { class: 'setup-section', 'data-part': 'check' },
      h('h2', {}, 'Accelerations'),
      h('div', { class: 'compare-row' }, button, keep.element, light),
      sum,
      table
    ),
    stop() {
      keeps = false
      keep.set(false)
      light.hidden = true
    },
    draw(now) {
      if (!keeps || now - requested < pause) return
      requested = now
      request()
    }
  }
}

function rowNode({ method, difference, joint, value, expected }: CheckRow): HTMLElement {
  const isBad = !(difference <= tolerance)
  const place = `${writeFixed(value, 3)} and ${writeFixed(expected, 3)}`
  return h(
    'tr',
    { class: isBad && 'breach', 'data-method': method, 'data-difference': difference },
    h('th', { scope: 'row' }, methodWords[method]),
    h('td', { title: place }, spokenName(joint)),
    h('td', {}, writtenNode(writeError(difference)), icon(isBad ? 'cross' : 'check'))
  )
}

/** Summary of all rows. */
function sumOf({ against, rows }: Checked, time: number): (Node | string)[] {
  const words = methodWords[against as AccelerationMethod]
  const largest = rows[0]
  if (!largest) return [`At ${writeTime(time)} s, only one method applies: ${words}.`]
  return [
    `At ${writeTime(time)} s the largest difference from ${words} is `,
    writtenNode(writeError(largest.difference)),
    ' of the largest acceleration.'
  ]
}
