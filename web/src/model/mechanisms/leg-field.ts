import { gearedLeg as source } from 'linkwork'
import {
  copiesSlider,
  dampingSlider,
  ensembleFraming,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

const pitch = [1, 1] as const

export const legField: MechanismEntry = {
  id: 'leg-field',
  name: 'Field of legs',
  title: 'Field of geared legs',
  group: 'Many at once',
  tags: ['gear', 'rotor', 'robot', 'loop', 'ensemble', 'crowd', 'workers'],
  counts: '1000 copies',
  sliders: [
    copiesSlider,
    ...slidersOf('gearedLeg', [
      { option: 'ratio', label: 'Gear ratio', max: 30, initial: 9, step: 0.5, unit: ':1' },
      gravitySlider,
      { ...dampingSlider, max: 0.2 } // light rotors behind gears: more is stiff at 2 ms
    ])
  ],
  framing: ({ copies = copiesSlider.initial }) => ensembleFraming(copies, pitch, 0.9, 0.24),
  source: ({ copies, ...options }) => source({ hipAngle: 0.7, kneeAngle: 0.9, ...options }),
  firstStep: 2e-3,
  ensemble: { pitch, size: 0.82 },
  facts: (_mechanism, _info, { copies = copiesSlider.initial, ratio = 9 }) =>
    `${copies} copies, each with 5 rotors at ${ratio}:1 and 1 loop`
}
