import { fourBar as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

export const fourBar: MechanismEntry = {
  id: 'four-bar',
  name: 'Four-bar',
  title: 'Four-bar',
  group: 'Closed loops',
  tags: ['loop', 'linkage', 'closed', 'crank', 'coupler', 'rocker'],
  counts: '3 links, 1 loop',
  sliders: slidersOf('fourBar', [
    {
      option: 'crank',
      label: 'Crank',
      min: 0.08,
      max: 0.22,
      step: 0.005,
      unit: 'mm',
      factor: 1000
    },
    {
      option: 'coupler',
      label: 'Coupler',
      min: 0.36,
      max: 0.6,
      step: 0.005,
      unit: 'mm',
      factor: 1000
    },
    gravitySlider,
    { ...dampingSlider, max: 0.5 }
  ]),
  framing: () => ({
    min: [-0.4, -0.36],
    max: [0.8, 0.53],
    azimuth: 14,
    elevation: 9,
    fieldOfView: 24,
    floor: -0.3,
    grid: { minor: 0.05, major: 0.25, radius: 1.6 }
  }),
  source: (options) => source({ startSpeed: 6, ...options }),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, 1 loop, ${degreesOfFreedom(info)}`
}
