import type { Settings } from '../../model/settings.ts'
import { checkbox } from '../choices.ts'
import { h } from '../dom.ts'
import { icon } from '../icons.ts'

const definitions = [
  {
    term: 'Energy error',
    measure: 'energy',
    words:
      'Without friction, energy must not change. This is the change since the start, less the ' +
      'work of your hand, of motors and of damping, over the energy it takes to lift the whole ' +
      'mechanism by its own reach, or that it starts to move with where that is more. The tolerance is what the solver promises by now: what its order leaves out of ' +
      'each step, at the fastest rate of the motion, and never more than a thousandth, or a ' +
      'hundredth where things hit.'
  },
  {
    term: 'Loop error',
    measure: 'loop',
    words: 'In a closed loop the last link must meet the first. This is the widest gap, in metres.'
  },
  {
    term: 'Time per step',
    measure: 'time',
    words: 'Time the solver needs for one step. Below the step itself, it keeps up with real time.'
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
  [['1', '5'], 'Modes, from Watch to Measure'],
  [['?'], 'This page']
]

/** script/site builds it with the page. */
const hasDocumentation = import.meta.env.MODE === 'site'

/** What you see, how each error is measured, keys, and what the page cannot do. */
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
  const letters = checkbox('Keys that are single letters', settings.letterKeys.value, (on) => {
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
    h(
      'p',
      {},
      'In Understand the recursion shows the numbers of the part under the pointer; press a part, and ' +
        'the passes go on from there.'
    ),
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
        'of contact, as in a jam, a step breaks them by as little as it can, and Truth says by how much. ' +
        'Scrubbing goes back one minute at most. A long step makes the errors grow: that is the point. One that is too long is taken in parts, and Truth says so.'
    )
  )
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return dialog
}
