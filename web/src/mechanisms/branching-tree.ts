import { branchingTree as source } from 'linkwork'
import { joint, link } from './diagram-marks.ts'
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
  thumbnail:
    link([26, 4], [26, 14]) +
    link([14, 23], [26, 14], [38, 23]) +
    link([8, 34], [14, 23], [20, 34]) +
    link([32, 34], [38, 23], [44, 34]) +
    [
      [26, 4],
      [26, 14],
      [14, 23],
      [38, 23],
      [8, 34],
      [20, 34],
      [32, 34],
      [44, 34]
    ]
      .map(([x = 0, y = 0]) => joint(x, y))
      .join(''),
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
