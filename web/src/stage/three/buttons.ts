/** The two buttons on the stage: turn to the next view, and frame the mechanism. */
import { svg } from '../../ui/trusted.ts'

const cube = '<path d="M8 1.8 13.4 4.9v6.2L8 14.2 2.6 11.1V4.9zM2.6 4.9 8 8l5.4-3.1M8 8v6.2"/>'
const frame =
  '<path d="M1.8 5.2V1.8h3.4M10.8 1.8h3.4v3.4M14.2 10.8v3.4h-3.4M5.2 14.2H1.8v-3.4"/><circle cx="8" cy="8" r="2"/>'

/** Views in turn; undefined angles are the mechanism's own framing. */
const views = [
  { name: 'View from the front', azimuth: 0, elevation: 0 },
  { name: 'View from the right', azimuth: 90, elevation: 0 },
  { name: 'View from above', azimuth: 0, elevation: 85 },
  { name: 'View at an angle', azimuth: undefined, elevation: undefined }
] as const

function button(icon: string, label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.append(
    svg(`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${icon}</svg>`)
  )
  name(made, label)
  made.addEventListener('click', press)
  return made
}

function name(element: HTMLElement, label: string): void {
  element.setAttribute('aria-label', label)
  element.title = label
}

export function stageButtons(
  look: (azimuth?: number, elevation?: number) => void,
  frameAll: () => void
): HTMLElement {
  const element = document.createElement('div')
  element.className = 'stage-buttons'
  let next = 0
  const turn = button(cube, views[0].name, () => {
    const view = views[next % views.length] ?? views[0]
    look(view.azimuth, view.elevation)
    next++
    name(turn, (views[next % views.length] ?? views[0]).name)
  })
  element.append(turn, button(frame, 'Frame the mechanism', frameAll))
  return element
}
