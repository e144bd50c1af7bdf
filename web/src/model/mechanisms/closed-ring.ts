import { contactGroup } from './contact.ts'
import { drumFriction, drumLinks, drumSpeed, onDrum, turnDrum } from './drum.ts'
import { count, degreesOfFreedom, gravitySlider, type MechanismEntry } from './entry.ts'

/** Radius for a third of the ring; the rest hangs free [m]. */
const drumOf = (links: number): number => 0.0075 * links

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
    // From where the longest ring hangs to the rim of its drum.
    const [low, high] = [1.22 - 0.037 * links, 1.27 + drumOf(links)]
    return {
      min: [-0.56, low - 0.12],
      max: [0.56, high + 0.08],
      azimuth: 18,
      elevation: 13,
      fieldOfView: 26,
      floor: 0,
      grid: { minor: 0.1, major: 0.5, radius: 2.6 }
    }
  },
  firstStep: 2e-3,
  firstMethod: 'multipliers',
  source: ({ links = drumLinks.initial, friction = drumFriction.initial, gravity = 9.81 }) =>
    onDrum({
      name: 'ring on a drum',
      links,
      drum: drumOf(links),
      friction,
      gravity,
      isClosed: true
    }),
  drive: (options) => turnDrum(options, 6),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length - 1, 'link')}, ${count(mechanism.loops?.length ?? 0, 'loop')}, ${degreesOfFreedom(info)}; touches the drum, the floor and itself`
}
