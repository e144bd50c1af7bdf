import { gearedLeg as source } from 'linkwork'
import { count, dampingSlider, gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'

export const gearedLeg: MechanismEntry = {
  id: 'leg',
  name: 'Humanoid leg',
  title: 'Humanoid leg, geared',
  group: 'Geared',
  tags: ['gear', 'rotor', 'robot', 'loop', 'ankle', 'knee', 'hip'],
  counts: '7 links, 5 rotors',
  sliders: slidersOf('gearedLeg', [
    { option: 'ratio', label: 'Gear ratio', max: 30, initial: 9, step: 0.5, unit: ':1' },
    {
      option: 'stiffness',
      label: 'Joint springs',
      max: 100,
      step: 1,
      unit: 'N m',
      live: true
    },
    gravitySlider,
    dampingSlider
  ]),
  framing: () => ({
    min: [-0.52, 0.24],
    max: [0.54, 1.5],
    azimuth: 24,
    elevation: 9,
    fieldOfView: 24,
    floor: 0.24,
    grid: { minor: 0.1, major: 0.5, radius: 3 }
  }),
  source: (options) => source({ hipAngle: 0.7, kneeAngle: 0.9, ...options }),
  facts: (mechanism, _info, { ratio = 9 }) => {
    const rotors = mechanism.couplings?.length ?? 0
    return `${count(mechanism.bodies.length - rotors, 'link')}, ${rotors} rotors at ${ratio}:1, 1 loop through the ankle push-rod`
  }
}
