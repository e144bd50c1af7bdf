import type { Settings } from '../../model/settings.ts'
import { checkbox } from '../choices.ts'
import { h } from '../dom.ts'
import { icon } from '../icons.ts'

const definitions = [
  {
    term: 'Energy error',
    measure: 'energy',
    words:
      'Energy change since the start that is not explained by your pulls, motors or damping, ' +
      'relative to the mechanism’s energy scale. The scale is the energy to lift the mechanism by ' +
      'its own reach, or its initial kinetic energy if that is larger. The tolerance follows from ' +
      'the order of the integrator, the step and the fastest rate of the motion. It is at most ' +
      '1e-3, or 1e-2 with impacts.'
  },
  {
    term: 'Loop error',
    measure: 'loop',
    words: 'The largest distance between two ends that a loop should hold together, in meters.'
  },
  {
    term: 'Time per step',
    measure: 'time',
    words:
      'Time to compute one step. If it is below the step size, the simulation can run in real time.'
  }
] as const

const keys: readonly (readonly [readonly string[], string])[] = [
  [['Space'], 'Play or pause'],
  [['F'], 'Frame the mechanism'],
  [['Backspace'], 'Reset'],
  [['T'], 'Accuracy panel'],
  [['←', '→'], 'Step or scrub'],
  [['G', 'R'], 'Ghosts, traces'],
  [['K'], 'Key pose, in Measure'],
  [['−', '='], 'Slower, faster'],
  [['/'], 'Search the gallery'],
  [['D'], 'Dark or light'],
  [['S'], 'Screensaver'],
  [['1', '5'], '1 to 5: modes'],
  [['?'], 'This page']
]

/** script/site builds it with the page. */
const hasDocumentation = import.meta.env.MODE === 'site'

/** The help dialog: introduction, definitions of the errors, shortcuts, and limits. */
export function helpDialog(settings: Settings): HTMLDialogElement {
  const close = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': 'Close',
      on: { click: () => dialog.close() }
    },
    icon('close')
  )
  const letters = checkbox('Single-letter shortcuts', settings.letterKeys.value, (on) => {
    settings.letterKeys.value = on
  })
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title', tabindex: -1, autofocus: true },
    h(
      'div',
      { class: 'help-head' },
      h('h2', { id: 'help-title' }, 'What you are looking at'),
      close
    ),
    h(
      'p',
      {},
      'A mechanism moves under gravity, computed in this page. Grab any part and pull. Nothing is ' +
        'pre-recorded, so the page can also show how wrong it is. Drop a robot (URDF, MJCF, SDF), or a ' +
        'mechanism file of linkwork, on the page to see it move here; with its folder it has its meshes.'
    ),
    h('p', {}, 'In Understand, hover a part to see its numbers; click it to continue from there.'),
    h(
      'dl',
      { class: 'help-definitions' },
      ...definitions.flatMap(({ term, measure, words }) => [
        h('dt', { 'data-measure': measure }, term),
        h('dd', {}, words)
      ])
    ),
    h('h3', {}, 'Keys'),
    h(
      'dl',
      { class: 'help-keys' },
      ...keys.map(([names, words]) =>
        h('div', {}, h('dt', {}, ...names.map((name) => h('kbd', {}, name))), h('dd', {}, words))
      )
    ),
    letters.element,
    ...(hasDocumentation
      ? [h('p', {}, h('a', { href: './docs/index.html' }, 'Documentation'))]
      : []),
    h('h3', {}, 'Limits'),
    h(
      'p',
      {},
      'Only what has colliders touches: the mechanisms under “Contact and rolling” and files that say so. ' +
        'Rings and surfaces under “Curves and surfaces” touch where a joint holds them together. ' +
        'All other parts pass through each other and through the floor. Where no forces satisfy the laws ' +
        'of contact, as in a jam, the step minimizes their violation, and Accuracy shows it. ' +
        'Scrubbing goes back one minute at most. A longer step increases the errors. The solver splits a step that is too long, and Accuracy shows the number of split steps.'
    )
  )
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return dialog
}
