import type { Mechanism } from 'linkwork'
import { fill, h } from '../../ui/dom.ts'
import { spokenName } from '../../view/callout.ts'
import type { Desk } from './desk.ts'
import { withValue } from './json-places.ts'
import type { Path } from './schema.ts'

/** Masses, springs and dampers of the file, by part and joint. */
export function partsPanel(desk: Desk): HTMLElement {
  const element = h('div', { class: 'parts-panel' })
  desk.draft.present.subscribe(({ text }) => {
    const mechanism = parsed(text)
    // What is being written keeps its field.
    if (element.contains(document.activeElement)) return
    const note = h('p', { class: 'section-note' }, 'The file cannot be read as it is written.')
    fill(element, ...(mechanism ? sections(desk, mechanism) : [note]))
  })
  return element
}

/** Names are said as the file says them, where what it holds is a mechanism at all. */
function parsed(text: string): Mechanism | undefined {
  try {
    const { bodies, joints } = JSON.parse(text) as Mechanism
    return Array.isArray(bodies) && Array.isArray(joints) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function sections(desk: Desk, { bodies, joints }: Mechanism): HTMLElement[] {
  const rows = bodies.map(({ name, mass }, i) =>
    row(spokenName(String(name)), [field(desk, 'Mass', 'kg', ['bodies', i, 'mass'], mass)])
  )
  const springs = joints.flatMap(({ name, type, stiffness = 0, damping = 0 }, i) => {
    if (type === 'fixed') return []
    const isSlide = type === 'prismatic'
    const [spring, damper] = isSlide ? ['N/m', 'N s/m'] : ['N m', 'N m s']
    return [
      row(spokenName(String(name)), [
        field(desk, 'Spring', spring ?? '', ['joints', i, 'stiffness'], stiffness),
        field(desk, 'Damper', damper ?? '', ['joints', i, 'damping'], damping)
      ])
    ]
  })
  return [
    h('section', { class: 'build-section' }, h('h2', {}, 'Parts'), ...rows),
    h('section', { class: 'build-section' }, h('h2', {}, 'Joints'), ...springs)
  ]
}

function row(name: string, fields: HTMLElement[]): HTMLElement {
  return h(
    'div',
    { class: 'part-row', role: 'group', 'aria-label': name },
    h('span', {}, name),
    ...fields
  )
}

function field(desk: Desk, label: string, unit: string, path: Path, value: unknown): HTMLElement {
  const input = h('input', { inputmode: 'decimal', value: String(value ?? '') })
  input.addEventListener('change', () => {
    const number = Number(input.value.replace(',', '.').replace('\u2212', '-'))
    const { text } = desk.draft.present.value
    if (Number.isFinite(number) && input.value.trim() !== '')
      desk.draft.write({ text: withValue(text, path, number) })
    else input.value = String(value)
  })
  return h(
    'label',
    { class: 'part-field' },
    h('span', {}, label),
    input,
    h('span', { class: 'unit' }, unit)
  )
}
