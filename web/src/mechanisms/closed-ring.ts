import { closedRing as source } from 'linkwork'
import { contactGroup, frictionSlider } from './contact.ts'
import { joint, plate, rail } from './diagram-marks.ts'
import { count, degreesOfFreedom, gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'

const corners = Array.from({ length: 9 }, (_, i) => {
  const angle = (2 * Math.PI * (i + 0.5)) / 9
  return [26 + 13 * Math.sin(angle), 18 + 13 * Math.cos(angle)].map(Math.round) as [number, number]
})

export const closedRing: MechanismEntry = {
  id: 'closed-ring',
  name: 'Closed ring',
  title: 'Ring of links that drops',
  group: contactGroup,
  tags: ['contact', 'friction', 'loop', 'closed', 'necklace', 'collision', 'free'],
  counts: '16 links, 1 loop',
  thumbnail: rail(6, 46, 37) + plate(...corners) + corners.map(([x, y]) => joint(x, y)).join(''),
  sliders: slidersOf('closedRing', [
    { option: 'links', label: 'Links', max: 40, step: 1, scale: 'log' },
    {
      option: 'tilt',
      label: 'Tilt',
      min: 0,
      max: 1.57,
      step: 0.01,
      unit: '°',
      factor: 180 / Math.PI
    },
    frictionSlider,
    gravitySlider
  ]),
  framing: ({ links = 16 }) => {
    const radius = (0.15 * links) / (2 * Math.PI)
    return {
      min: [-1.7 * radius - 0.2, -0.02],
      max: [1.7 * radius + 0.2, 2 * radius + 0.45],
      azimuth: 24,
      elevation: 14,
      fieldOfView: 26,
      floor: 0,
      grid: { minor: 0.05, major: 0.25, radius: 6 * radius + 0.5 }
    }
  },
  firstStep: 2e-3,
  firstMethod: 'multipliers',
  source: (options) => source(options),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${count(mechanism.loops?.length ?? 0, 'loop')}, ${degreesOfFreedom(info)}; touches the floor and itself`
}
