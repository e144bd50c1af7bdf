import type { Measurements } from '../../client/measurements.ts'
import { measures } from '../../model/measures.ts'
import type { Settings } from '../../model/settings.ts'
import { h } from '../dom.ts'
import { icon } from '../icons.ts'
import { type Readout, readout } from './readout.ts'

/** The three measurements under the stage, and the button that opens the accuracy panel. */
export function readouts(settings: Settings, measurements: Measurements): Readout {
  const cells = measures.map((measure) => readout(measure, settings, measurements))
  const accuracy = h(
    'button',
    {
      type: 'button',
      class: 'accuracy-button',
      'aria-controls': 'accuracy',
      on: { click: () => (settings.accuracy.value = true) }
    },
    icon('up'),
    h('span', {}, 'Accuracy')
  )
  settings.accuracy.subscribe((open) => accuracy.setAttribute('aria-expanded', String(open)))
  return {
    element: h(
      'section',
      { class: 'readouts', 'aria-label': 'Readouts' },
      ...cells.map(({ element }) => element),
      accuracy
    ),
    move: () => {
      for (const cell of cells) cell.move()
    },
    write: () => {
      for (const cell of cells) cell.write()
    }
  }
}
