import { fourBar as source } from 'linkwork'
import {
  copiesSlider,
  dampingSlider,
  ensembleFraming,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

const pitch = [1.2, 1] as const

export const fourBarField: MechanismEntry = {
  id: 'four-bar-field',
  name: 'Field of four-bars',
  title: 'Field of four-bars',
  group: 'Many at once',
  tags: ['loop', 'linkage', 'closed', 'ensemble', 'crowd', 'workers'],
  counts: '1000 copies',
  sliders: [copiesSlider, ...slidersOf('fourBar', [gravitySlider, { ...dampingSlider, max: 0.5 }])],
  framing: ({ copies = copiesSlider.initial }) => ensembleFraming(copies, pitch, 0, -0.3),
  source: ({ copies, ...options }) => source({ startSpeed: 4, ...options }),
  ensemble: { pitch, size: 0.68 },
  facts: (_mechanism, _info, { copies = copiesSlider.initial }) =>
    `${copies} copies, each with 3 links and 1 loop`
}
