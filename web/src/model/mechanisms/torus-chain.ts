import { torusChain as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'
import { surfaceGroup } from './surfaces.ts'

/** From the pivot to the lowest ring's lower edge, for the default tube. */
const reach = (links: number, major: number): number => 1.6 * major * links + 0.6 * major

export const torusChain: MechanismEntry = {
  id: 'torus-chain',
  name: 'Torus chain',
  title: 'Chain of tori in contact',
  group: surfaceGroup,
  tags: ['ring', 'contact', 'surface', 'sliding', 'interlocked', 'general joint'],
  counts: '10 rings',
  sliders: slidersOf('torusChain', [
    { option: 'links', label: 'Rings', max: 30, step: 1, scale: 'log' },
    {
      option: 'minorRadius',
      label: 'Tube radius',
      min: 0.008,
      max: 0.03,
      step: 0.001,
      unit: 'mm',
      factor: 1000
    },
    {
      option: 'startAngle',
      label: 'Start angle',
      min: 0,
      max: 1.57,
      step: 0.01,
      unit: '°',
      factor: 180 / Math.PI
    },
    gravitySlider,
    { ...dampingSlider, max: 0.02, step: 0.001 }
  ]),
  framing: ({ links = 10 }) => {
    const whole = reach(links, 0.1)
    return {
      min: [-0.95 * whole, -1.06 * whole],
      max: [0.95 * whole, 0.12 * whole],
      azimuth: 24,
      elevation: 9,
      fieldOfView: 24,
      floor: -1.12 * whole,
      grid: { minor: 0.1, major: 0.5, radius: 2.4 * whole }
    }
  },
  firstStep: 5e-4,
  source: (options) => source(options),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'ring')}, ${degreesOfFreedom(info)}, each contact a joint`
}
