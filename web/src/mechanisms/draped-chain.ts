import { drapedChain as source } from 'linkwork'
import { contactGroup, frictionSlider } from './contact.ts'
import { bob, joint, link, rail } from './diagram-marks.ts'
import { count, degreesOfFreedom, gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'

const draped = [
  [15, 34],
  [15, 27],
  [16, 20],
  [19, 13],
  [26, 10],
  [33, 13],
  [36, 20],
  [37, 27]
] as const

export const drapedChain: MechanismEntry = {
  id: 'draped-chain',
  name: 'Draped chain',
  title: 'Chain over a bar',
  group: contactGroup,
  tags: ['contact', 'friction', 'rope', 'collision', 'links', 'cylinder', 'free'],
  counts: '28 links',
  thumbnail:
    rail(6, 46, 37) +
    bob(26, 20, 7.5) +
    link(...draped) +
    draped.map(([x, y]) => joint(x, y)).join(''),
  sliders: slidersOf('drapedChain', [
    { option: 'links', label: 'Links', min: 4, max: 80, step: 1, scale: 'log' },
    {
      option: 'barRadius',
      label: 'Bar',
      min: 0.05,
      max: 0.5,
      step: 0.01,
      unit: 'mm',
      factor: 1000
    },
    frictionSlider,
    gravitySlider
  ]),
  framing: ({ links = 28 }) => {
    const half = Math.max(0.055 * links, 0.7)
    return {
      min: [-1.1 * half, -0.02],
      max: [1.2 * half, 1.65],
      azimuth: 24,
      elevation: 9,
      fieldOfView: 26,
      floor: 0,
      grid: { minor: 0.1, major: 0.5, radius: 2.2 * half + 1 }
    }
  },
  firstStep: 2e-3,
  firstMethod: 'multipliers',
  source: (options) => source(options),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${degreesOfFreedom(info)}; touches the bar, the floor and itself`
}
