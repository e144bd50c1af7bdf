import { gearedArm as source } from 'linkwork'
import { count, dampingSlider, gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'

export const gearedArm: MechanismEntry = {
  id: 'arm',
  name: 'Geared arm',
  title: 'Arm, geared',
  group: 'Geared',
  tags: ['gear', 'rotor', 'robot', 'arm'],
  counts: '4 links, 4 rotors',
  sliders: slidersOf('gearedArm', [
    { option: 'joints', label: 'Joints', max: 20, step: 1 },
    { option: 'ratio', label: 'Gear ratio', max: 30, step: 0.5, unit: ':1' },
    gravitySlider,
    { ...dampingSlider, max: 0.5 }
  ]),
  framing: ({ joints = 4 }) => {
    const whole = 0.3 * joints
    return {
      min: [-0.95 * whole, -1.05 * whole],
      max: [0.95 * whole, 0.25 * whole],
      azimuth: 20,
      elevation: 9,
      fieldOfView: 24,
      floor: -1.12 * whole,
      grid: { minor: 0.1, major: 0.5, radius: 2.2 * whole }
    }
  },
  source: (options) => source({ startAngle: 0.5, ...options }),
  facts: (mechanism, _info, { ratio = 6 }) => {
    const rotors = mechanism.couplings?.length ?? 0
    return `${count(mechanism.bodies.length - rotors, 'link')}, ${count(rotors, 'rotor')} at ${ratio}:1, no loops`
  }
}
