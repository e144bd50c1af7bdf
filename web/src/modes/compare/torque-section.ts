import { writeFixed } from '../../model/numbers.ts'
import { spokenName } from '../../model/parts.ts'
import { fill, h, setText } from '../../ui/dom.ts'
import { rotorsOf } from '../../worker/variants.ts'
import type { ModeHost } from '../mode.ts'
import type { TorqueRow } from './requests.ts'
import type { Assistant } from './worker-client.ts'

export interface TorqueSection {
  readonly element: HTMLElement
  /** Requests the torques at the present time; called five times a second. */
  write(): void
}

/** Torques for the motion of A, with three models of rotors. */
export function torqueSection({ run }: ModeHost, assistant: Assistant): TorqueSection {
  const sum = h('p', { class: 'section-note' })
  const rows = h('tbody')
  const heads = ['Joint', 'Exact', 'Reflected', 'Locked']
  const table = h(
    'table',
    { class: 'compare-table compare-torques', hidden: true },
    h('caption', {}, 'Torque at the joint, N m'),
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    rows
  )
  const element = h(
    'section',
    { class: 'setup-section', 'data-part': 'torques' },
    h('h2', {}, 'Torques of A’s motion'),
    sum,
    table
  )
  let isWaiting = false
  run.built.subscribe((built) => {
    element.hidden = !built || rotorsOf(built.mechanism).size === 0
    table.hidden = true
    setText(sum, '')
  })
  assistant.on('torques', ({ rows: found }) => {
    isWaiting = false
    table.hidden = false
    fill(rows, ...found.map(rowNode))
    setText(sum, sumOf(found))
  })
  assistant.on('failed', ({ what, message }) => {
    if (what !== 'torques') return
    table.hidden = true
    setText(sum, message)
  })
  return {
    element,
    write() {
      const built = run.built.value
      const { q, v } = run.latest
      const a = run.second.value?.a
      if (element.hidden || isWaiting || !built || a?.length !== v.length) return
      isWaiting = true
      const state = { mechanism: built.mechanism, q: q.slice(), v: v.slice() }
      assistant.request({ type: 'torques', ...state, a })
    }
  }
}

function rowNode({ joint, exact, reflected, rotorless }: TorqueRow): HTMLElement {
  const cells = [exact, reflected, rotorless].map((torque) => h('td', {}, writeTorque(torque)))
  return h('tr', { 'data-joint': joint }, h('th', { scope: 'row' }, spokenName(joint)), ...cells)
}

/** Three decimals; rounding errors are zero. */
const writeTorque = (torque: number) => writeFixed(Math.abs(torque) < 5e-4 ? 0 : torque, 3)

function sumOf(rows: readonly TorqueRow[]): string {
  const off = (model: 'reflected' | 'rotorless') =>
    Math.max(...rows.map((row) => Math.abs(row[model] - row.exact)))
  return (
    `Reflected rotors are off by up to ${writeFixed(off('reflected'), 3)} N m, ` +
    `locked ones by ${writeFixed(off('rotorless'), 3)} N m.`
  )
}
