import { surfaceBoard as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'
import { surfaceGroup } from './surfaces.ts'

export const surfaceBoard: MechanismEntry = {
  id: 'surface-board',
  name: 'Board on a surface',
  title: 'Board on a Bézier surface',
  group: surfaceGroup,
  tags: ['Bezier', 'patch', 'bowl', 'skateboard', 'sliding', 'general joint'],
  counts: '7 parts',
  sliders: slidersOf('surfaceBoard', [
    { option: 'links', label: 'Links per chain', max: 12, step: 1, scale: 'log' },
    { option: 'start', label: 'Start', step: 0.01 },
    {
      option: 'spin',
      label: 'Spin',
      min: -10,
      max: 10,
      step: 0.1,
      unit: 'rad/s'
    },
    gravitySlider,
    { ...dampingSlider, max: 0.1, step: 0.001 }
  ]),
  framing: () => ({
    min: [-1.64, 0.06],
    max: [1.46, 2.42],
    azimuth: 24,
    elevation: 46,
    fieldOfView: 18,
    floor: 0,
    grid: { minor: 0.1, major: 0.5, radius: 4 }
  }),
  firstStep: 1e-4,
  source: (options) => source(options),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length - 1, 'part')}, ${degreesOfFreedom(info)}; the surface has 25 control points`
}
