import { contactGroup } from './contact.ts'
import { drumFriction, drumLinks, drumSpeed, onDrum, turnDrum } from './drum.ts'
import { count, degreesOfFreedom, gravitySlider, type MechanismEntry } from './entry.ts'

export const closedRing: MechanismEntry = {
  id: 'closed-ring',
  name: 'Closed ring',
  title: 'Ring on a drum',
  group: contactGroup,
  tags: ['contact', 'friction', 'loop', 'closed', 'necklace', 'collision', 'free'],
  counts: '24 links, 1 loop',
  sliders: [
    drumLinks,
    drumSpeed,
    drumFriction,
    { min: 0, initial: 9.81, ...gravitySlider, max: 20 }
  ],
  framing: ({ links = drumLinks.initial }) => {
    const low = Math.min(0, 1.3 - 0.056 * links)
    return {
      min: [-0.75, low - 0.02],
      max: [0.75, 1.55],
      azimuth: 28,
      elevation: 9,
      fieldOfView: 26,
      floor: 0,
      grid: { minor: 0.1, major: 0.5, radius: 2.6 }
    }
  },
  firstStep: 2e-3,
  firstMethod: 'multipliers',
  source: ({ links = drumLinks.initial, friction = drumFriction.initial, gravity = 9.81 }) =>
    // Wide enough for a third of the ring, so that the rest hangs free.
    onDrum({
      name: 'ring on a drum',
      links,
      drum: 0.0075 * links,
      friction,
      gravity,
      isClosed: true
    }),
  drive: (options) => turnDrum(options, 6),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length - 1, 'link')}, ${count(mechanism.loops?.length ?? 0, 'loop')}, ${degreesOfFreedom(info)}; touches the drum, the floor and itself`
}
