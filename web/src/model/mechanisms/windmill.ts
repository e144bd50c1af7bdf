import { windmill as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'
import { surfaceGroup } from './surfaces.ts'

export const windmill: MechanismEntry = {
  id: 'windmill',
  name: 'Windmill',
  title: 'Windmill of touching surfaces',
  group: surfaceGroup,
  tags: ['sphere', 'ellipsoid', 'torus', 'contact', 'ferris wheel', 'general joint'],
  counts: '17 parts',
  sliders: slidersOf('windmill', [
    {
      option: 'speed',
      label: 'Speed',
      min: -6,
      max: 6,
      step: 0.1,
      unit: 'rad/s'
    },
    gravitySlider,
    { ...dampingSlider, max: 0.02, step: 0.001 }
  ]),
  framing: () => ({
    min: [-1.35, -1.5],
    max: [1.35, 0.85],
    azimuth: 26,
    elevation: 8,
    fieldOfView: 24,
    floor: -1.6,
    grid: { minor: 0.1, major: 0.5, radius: 4 }
  }),
  source: (options) => source(options),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'part')}, ${degreesOfFreedom(info)}: tori, spheres and ellipsoids in contact`
}
