import { contactGroup } from './contact.ts'
import { drumFriction, drumLinks, drumSpeed, onDrum, turnDrum } from './drum.ts'
import {
  count,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  type SliderSpec
} from './entry.ts'

const drumSize: SliderSpec = {
  option: 'drum',
  label: 'Drum',
  min: 0.1,
  max: 0.35,
  initial: 0.22,
  step: 0.01,
  unit: 'mm',
  factor: 1000
}

export const drapedChain: MechanismEntry = {
  id: 'draped-chain',
  name: 'Draped chain',
  title: 'Chain over a drum',
  group: contactGroup,
  tags: ['contact', 'friction', 'rope', 'collision', 'links', 'cylinder', 'free'],
  counts: '24 links',
  sliders: [
    drumLinks,
    { ...drumSpeed, initial: 1.5 },
    drumSize,
    drumFriction,
    { min: 0, initial: 9.81, ...gravitySlider, max: 20 }
  ],
  framing: () => ({
    min: [-0.95, -0.02],
    max: [1.25, 1.6],
    azimuth: 28,
    elevation: 9,
    fieldOfView: 26,
    floor: 0,
    grid: { minor: 0.1, major: 0.5, radius: 2.6 }
  }),
  firstStep: 2e-3,
  firstMethod: 'multipliers',
  source: ({
    links = drumLinks.initial,
    drum = drumSize.initial,
    friction = drumFriction.initial,
    gravity = 9.81
  }) => onDrum({ name: 'chain over a drum', links, drum, friction, gravity, isClosed: false }),
  drive: ({ speed = 1.5 }) => turnDrum({ speed }, 0.9),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length - 1, 'link')}, ${degreesOfFreedom(info)}; touches the drum, the floor and itself`
}
