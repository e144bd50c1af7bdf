import { gearedLeg as source } from 'linkwork'
import { ceiling, link, rotor } from './diagram-marks.ts'
import {
  copiesSlider,
  dampingSlider,
  fieldFraming,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

const pitch = [1, 1] as const

/** A leg's hip, knee and foot, moved to the right. */
const leg = (x: number) =>
  ceiling(x, 4) + link([x, 8], [x + 4, 18], [x + 1, 28], [x + 6, 29]) + rotor(x + 4, 18, 2.5)

export const legField: MechanismEntry = {
  id: 'leg-field',
  name: 'Field of legs',
  title: 'Field of geared legs',
  group: 'Many at once',
  tags: ['gear', 'rotor', 'robot', 'loop', 'ensemble', 'crowd', 'workers'],
  counts: '1000 copies',
  thumbnail: leg(8) + leg(23) + leg(38),
  sliders: [
    copiesSlider,
    ...slidersOf('gearedLeg', [
      { option: 'ratio', label: 'Gear ratio', max: 30, initial: 9, step: 0.5, unit: ':1' },
      gravitySlider,
      dampingSlider
    ])
  ],
  framing: ({ copies = copiesSlider.initial }) => fieldFraming(copies, pitch, 0.9, 0.24),
  source: ({ copies, ...options }) => source({ hipAngle: 0.7, kneeAngle: 0.9, ...options }),
  firstStep: 2e-3,
  field: { pitch, size: 0.82 },
  facts: (_mechanism, _info, { copies = copiesSlider.initial, ratio = 9 }) =>
    `${copies} copies, each with 5 rotors at ${ratio}:1 and 1 loop`
}
