import { sixBar as source } from 'linkwork'
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
    min: [-0.37, -0.35],
    max: [0.87, 0.77],
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
