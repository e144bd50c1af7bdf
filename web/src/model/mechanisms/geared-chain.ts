import { gearedChain as source } from 'linkwork'
import {
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'
import { chainWave } from './robots.ts'

const links = 6

export const gearedChain: MechanismEntry = {
  id: 'geared-chain',
  name: 'Geared chain of 6',
  title: 'Chain of 6, geared',
  group: 'Geared',
  tags: ['chain', 'gear', 'rotor', 'serial', 'motors', 'control'],
  counts: '6 links, 6 rotors',
  sliders: slidersOf('gearedChain', [
    { option: 'ratio', label: 'Gear ratio', max: 30, step: 0.5, unit: ':1' },
    gravitySlider,
    dampingSlider
  ]),
  framing: () => ({
    min: [-3.7, -6.2],
    max: [3.7, 0.6],
    azimuth: 20,
    elevation: 7,
    fieldOfView: 24,
    floor: -6.9,
    grid: { minor: 0.5, major: 2.5, radius: 15 }
  }),
  source: (options) => source({ links, startAngle: 0.25, ...options }),
  motors: chainWave(links),
  facts: (_mechanism, info, { ratio = 6 }) =>
    `6 links, 6 rotors at ${ratio}:1, ${degreesOfFreedom(info)}, no loops`
}
