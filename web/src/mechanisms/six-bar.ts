import { sixBar as source } from 'linkwork'
import { ground, joint, link, plate } from './diagram-marks.ts'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

export const sixBar: MechanismEntry = {
  id: 'six-bar',
  name: 'Six-bar',
  title: 'Six-bar of Stephenson',
  group: 'Closed loops',
  tags: ['loop', 'linkage', 'closed', 'crank', 'coupler', 'rocker', 'watt', 'stephenson'],
  counts: '5 links, 2 loops',
  thumbnail:
    ground(9, 33) +
    ground(31, 33) +
    ground(42, 22) +
    link([9, 33], [13, 23]) +
    link([31, 33], [32, 15]) +
    plate([13, 23], [32, 15], [20, 8]) +
    link([20, 8], [36, 5], [42, 22]) +
    joint(9, 33) +
    joint(31, 33) +
    joint(42, 22) +
    joint(13, 23) +
    joint(32, 15) +
    joint(20, 8) +
    joint(36, 5),
  sliders: slidersOf('sixBar', [
    {
      option: 'crank',
      label: 'Crank',
      step: 0.005,
      unit: 'mm',
      factor: 1000
    },
    gravitySlider,
    { ...dampingSlider, max: 0.5 }
  ]),
  framing: () => ({
    min: [-0.3, -0.3],
    max: [0.95, 0.8],
    azimuth: 14,
    elevation: 9,
    fieldOfView: 24,
    floor: -0.3,
    grid: { minor: 0.05, major: 0.25, radius: 1.8 }
  }),
  firstStep: 5e-4,
  source: (options) => source({ kind: 'stephenson', startSpeed: 6, ...options }),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${count(mechanism.loops?.length ?? 0, 'loop')} in one cluster, ${degreesOfFreedom(info)}`
}
