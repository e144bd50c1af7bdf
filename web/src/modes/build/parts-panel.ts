import type { Mechanism } from 'linkwork'
import type { Path } from '../../model/drawing/schema.ts'
import { spokenName } from '../../model/parts.ts'
import { fill, h } from '../../ui/dom.ts'
import type { Editor } from './editor.ts'
import { onceAFrame } from './once-a-frame.ts'
import { number, partsOfSketch, row } from './parts-of-sketch.ts'

/** Numbers of the edited mechanism: of its drawing, or of its file if there is no drawing. */
export function partsPanel(editor: Editor, say: (words: string) => void): HTMLElement {
  const element = h('div', { class: 'parts-panel' })
  let isStale = false
  const fields = () => [...element.querySelectorAll<HTMLElement>('input, select')]
  const show = () => {
    const focused = fields().indexOf(document.activeElement as HTMLElement)
    const field = fields()[focused]
    // What is being written keeps its field; another one comes back with its focus.
    isStale = field instanceof HTMLInputElement && field.value !== field.defaultValue
    if (isStale) return
    const { text, sketch } = editor.draft.present.value
    if (sketch) fill(element, ...partsOfSketch(editor, sketch, say))
    else fill(element, ...partsOfFile(editor, text))
    const again = fields()[focused]
    again?.focus()
    if (again instanceof HTMLInputElement) again.select()
  }
  element.addEventListener('focusout', () => {
    setTimeout(() => isStale && show())
  })
  editor.draft.present.subscribe(onceAFrame(show))
  return element
}

/** Masses, springs and dampers of a file, by part and joint. */
function partsOfFile(editor: Editor, text: string): HTMLElement[] {
  const mechanism = parsed(text)
  const note = h('p', { class: 'section-note' }, 'The file cannot be read as it is written.')
  return mechanism ? sections(editor, mechanism) : [h('section', { class: 'build-section' }, note)]
}

function parsed(text: string): Mechanism | undefined {
  try {
    const mechanism = JSON.parse(text) as Mechanism
    const { bodies, joints } = mechanism
    return Array.isArray(bodies) && Array.isArray(joints) ? mechanism : undefined
  } catch {
    return undefined
  }
}

function sections(editor: Editor, { bodies, joints }: Mechanism): HTMLElement[] {
  const rows = bodies.map(({ name, mass }, i) =>
    row(spokenName(String(name)), [field(editor, 'Mass', 'kg', ['bodies', i, 'mass'], mass)])
  )
  const springs = joints.flatMap(({ name, type, stiffness = 0, damping = 0 }, i) => {
    if (type === 'fixed') return []
    const isSlide = type === 'prismatic'
    return [
      row(spokenName(String(name)), [
        field(editor, 'Spring', isSlide ? 'N/m' : 'N m', ['joints', i, 'stiffness'], stiffness),
        field(editor, 'Damper', isSlide ? 'N s/m' : 'N m s', ['joints', i, 'damping'], damping)
      ])
    ]
  })
  return [
    h('section', { class: 'build-section' }, h('h2', {}, 'Parts'), ...rows),
    h('section', { class: 'build-section' }, h('h2', {}, 'Joints'), ...springs)
  ]
}

function field(
  editor: Editor,
  label: string,
  unit: string,
  path: Path,
  value: number
): HTMLElement {
  return number(label, unit, value, 1, (typed) => {
    if (typed >= 0) editor.writeValue(path, typed)
    return typed >= 0
  })
}
