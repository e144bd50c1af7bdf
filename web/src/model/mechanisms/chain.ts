import { chain as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

/** 1-2-5 spacing nearest below a length. */
function roundSpacing(length: number): number {
  const decade = 10 ** Math.floor(Math.log10(length))
  return ([5, 2, 1].find((factor) => factor * decade <= length) ?? 1) * decade
}

export const chain: MechanismEntry = {
  id: 'chain',
  name: 'Chain',
  title: 'Chain',
  group: 'Chains',
  tags: ['open', 'rope', 'pendulum', 'links', 'linear time'],
  counts: '30 links',
  sliders: slidersOf('chain', [
    { option: 'links', label: 'Links', max: 1000, initial: 30, step: 1, scale: 'log' },
    {
      option: 'length',
      label: 'Link length',
      min: 0.02,
      max: 0.2,
      initial: 0.08,
      step: 0.001,
      unit: 'mm',
      factor: 1000
    },
    gravitySlider,
    { ...dampingSlider, max: 0.1, step: 0.001 }
  ]),
  framing: ({ links = 30, length = 0.08 }) => {
    const whole = links * length
    const minor = roundSpacing(whole / 20)
    return {
      min: [-0.85 * whole, -1.08 * whole],
      max: [0.85 * whole, 0.13 * whole],
      azimuth: 12,
      elevation: 6.5,
      fieldOfView: 26,
      floor: -1.09 * whole,
      grid: { minor, major: 5 * minor, radius: 1.9 * whole }
    }
  },
  source: (options) => source({ startAngle: -0.6, ...options }),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${degreesOfFreedom(info)}, no loops`,
  partTitle: (body, mechanism) => {
    const last = mechanism.bodies.length
    const index = mechanism.bodies.findIndex(({ name }) => name === body) + 1
    return index === last ? `Link ${index}, tip` : `Link ${index}`
  }
}
