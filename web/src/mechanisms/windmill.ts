import { windmill as source } from 'linkwork'
import { bob, joint, link } from './diagram-marks.ts'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'
import { ring, surfaceGroup } from './surfaces.ts'

export const windmill: MechanismEntry = {
  id: 'windmill',
  name: 'Windmill',
  title: 'Windmill of touching surfaces',
  group: surfaceGroup,
  tags: ['sphere', 'ellipsoid', 'torus', 'contact', 'ferris wheel', 'general joint'],
  counts: '17 parts',
  thumbnail:
    link([12, 14], [40, 14]) +
    link([26, 4], [26, 24]) +
    joint(26, 14) +
    ring(12, 17, 3, 3) +
    bob(12, 24, 3) +
    ring(40, 17, 3, 3) +
    bob(40, 24, 3) +
    ring(26, 27, 3, 3) +
    bob(26, 34, 3),
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
