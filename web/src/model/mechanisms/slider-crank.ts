import { sliderCrank as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

export const sliderCrank: MechanismEntry = {
  id: 'slider-crank',
  name: 'Slider-crank',
  title: 'Slider-crank',
  group: 'Closed loops',
  tags: ['loop', 'linkage', 'closed', 'piston', 'prismatic', 'engine'],
  counts: '3 links, 1 loop',
  sliders: slidersOf('sliderCrank', [
    {
      option: 'crank',
      label: 'Crank',
      min: 0.05,
      max: 0.3,
      step: 0.005,
      unit: 'mm',
      factor: 1000
    },
    {
      option: 'rod',
      label: 'Rod',
      min: 0.35,
      max: 0.8,
      step: 0.005,
      unit: 'mm',
      factor: 1000
    },
    {
      option: 'sliderMass',
      label: 'Slider mass',
      min: 0.1,
      max: 3,
      step: 0.1,
      unit: 'kg',
      live: true
    },
    gravitySlider,
    { ...dampingSlider, max: 0.5 }
  ]),
  framing: ({ crank = 0.15, rod = 0.45 }) => ({
    min: [-1.3 * crank, -1.6 * crank],
    max: [crank + rod + 0.12, 1.7 * crank],
    azimuth: 14,
    elevation: 9,
    fieldOfView: 24,
    floor: -1.6 * crank,
    grid: { minor: 0.05, major: 0.25, radius: 1.6 }
  }),
  source: (options) => source({ startSpeed: 6, ...options }),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, 1 loop, ${degreesOfFreedom(info)}`
}
