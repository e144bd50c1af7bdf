import { branchingTree as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

/** Length from the root to a tip: every level is 0.75 of the one before. */
const reach = (depth: number): number => (0.4 * (1 - 0.75 ** depth)) / 0.25

export const branchingTree: MechanismEntry = {
  id: 'tree',
  name: 'Branching tree',
  title: 'Branching tree',
  group: 'Chains',
  tags: ['open', 'branches', 'mobile'],
  counts: '15 links',
  sliders: slidersOf('branchingTree', [
    { option: 'depth', label: 'Levels', max: 7, step: 1 },
    { option: 'branches', label: 'Branches', max: 3, step: 1 },
    gravitySlider,
    { ...dampingSlider, max: 0.5 }
  ]),
  framing: ({ depth = 4 }) => {
    const whole = reach(depth)
    return {
      min: [-0.85 * whole, -1.02 * whole],
      max: [0.85 * whole, 0.15 * whole],
      azimuth: 24,
      elevation: 9,
      fieldOfView: 24,
      floor: -1.1 * whole,
      grid: { minor: 0.1, major: 0.5, radius: 2.6 * whole }
    }
  },
  source,
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${degreesOfFreedom(info)}, no loops`
}
