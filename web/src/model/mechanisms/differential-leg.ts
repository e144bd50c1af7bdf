import { differentialLeg as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

export const differentialLeg: MechanismEntry = {
  id: 'differential-leg',
  name: 'Differential leg',
  title: 'Leg with differential drives',
  group: 'Geared',
  tags: ['differential', 'push-rod', 'rod', 'crank', 'tello', 'robot', 'loop', 'ankle', 'hip'],
  counts: '5 links, 5 rotors',
  sliders: slidersOf('differentialLeg', [
    { option: 'ratio', label: 'Gear ratio', max: 20, step: 0.5, unit: ':1' },
    {
      option: 'stiffness',
      label: 'Joint springs',
      max: 20,
      step: 0.5,
      unit: 'N m',
      live: true
    },
    gravitySlider,
    { ...dampingSlider, max: 0.1, step: 0.001 } // light cranks behind gears: more is stiff at 1 ms
  ]),
  framing: () => ({
    min: [-0.44, 0.12],
    max: [0.36, 1],
    azimuth: 32,
    elevation: 9,
    fieldOfView: 24,
    floor: 0.1,
    grid: { minor: 0.1, major: 0.5, radius: 2.2 }
  }),
  source: (options) => source(options),
  facts: (mechanism, info, { ratio = 6 }) => {
    const cranks = mechanism.loops?.length ?? 0
    const rotors = mechanism.couplings?.length ?? 0
    const links = mechanism.bodies.length - rotors - cranks
    return `${count(links, 'link')}, ${count(cranks, 'crank')} on push-rods, ${count(rotors, 'rotor')} at ${ratio}:1, ${degreesOfFreedom(info)}`
  }
}
