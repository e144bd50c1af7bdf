import { railTorusChain as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'
import { surfaceGroup } from './surfaces.ts'

export const railTorusChain: MechanismEntry = {
  id: 'rail-torus-chain',
  name: 'Torus chain on a rail',
  title: 'Chain of tori on a Bézier rail',
  group: surfaceGroup,
  tags: ['ring', 'spline', 'curve', 'Bezier', 'roller coaster', 'sliding', 'general joint'],
  counts: '6 rings',
  sliders: slidersOf('railTorusChain', [
    { option: 'links', label: 'Rings', max: 20, step: 1, scale: 'log' },
    { option: 'start', label: 'Start', step: 0.01 },
    gravitySlider,
    { ...dampingSlider, max: 0.02, step: 0.001 }
  ]),
  framing: ({ links = 6 }) => {
    const low = -0.35 - 0.128 * links
    return {
      min: [-1.9, low - 0.2],
      max: [1.9, 1.6],
      azimuth: 26,
      elevation: 8,
      fieldOfView: 24,
      floor: low - 0.1,
      grid: { minor: 0.1, major: 0.5, radius: 4.5 }
    }
  },
  firstStep: 5e-4,
  source: (options) => source(options),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length - 1, 'ring')}, ${degreesOfFreedom(info)}; the rail is a Bézier curve of 7 points`
}
