import { balanceGroup, count, type MechanismEntry, type SliderSpec } from './entry.ts'
import { standingLeg as source, stance } from './standing-leg-source.ts'

const ratioSlider: SliderSpec = {
  option: 'ratio',
  label: 'Gear ratio',
  min: 1,
  max: 160,
  initial: 100,
  step: 1,
  unit: ':1'
}
const massSlider: SliderSpec = {
  option: 'trunkMass',
  label: 'Trunk mass',
  min: 1,
  max: 10,
  initial: 4,
  step: 0.5,
  unit: 'kg',
  live: true
}
const gravitySlider: SliderSpec = {
  option: 'gravity',
  label: 'Gravity',
  min: 0,
  max: 20,
  initial: 9.81,
  step: 0.01,
  unit: 'm/s²',
  live: true
}
const dampingSlider: SliderSpec = {
  option: 'damping',
  label: 'Joint damping',
  min: 0,
  max: 1,
  initial: 0.05,
  step: 0.01,
  unit: 'N m s',
  live: true
}
const rotorsSlider: SliderSpec = {
  option: 'rotors',
  label: 'Gears in the feedback',
  min: 0,
  max: 1,
  initial: 0,
  step: 1,
  choices: ['Exact', 'Ignored'],
  drives: true
}

export const standingLeg: MechanismEntry = {
  id: 'standing-leg',
  name: 'Standing leg',
  title: 'Leg that balances its trunk, geared',
  group: balanceGroup,
  tags: ['gear', 'rotor', 'robot', 'loop', 'ankle', 'knee', 'control', 'motors', 'balance', 'lqr'],
  counts: '6 links, 2 rotors',
  sliders: [rotorsSlider, ratioSlider, massSlider, gravitySlider, dampingSlider],
  framing: () => ({
    min: [-0.75, -0.05],
    max: [0.75, 1.62],
    azimuth: 24,
    elevation: 9,
    fieldOfView: 24,
    floor: -1.3,
    grid: { minor: 0.1, major: 0.5, radius: 3 }
  }),
  source: ({
    ratio = ratioSlider.initial,
    trunkMass = massSlider.initial,
    gravity = gravitySlider.initial,
    damping = dampingSlider.initial
  }) => source({ ratio, trunkMass, gravity, damping, lean: 0.05 }),
  control: ({ rotors = rotorsSlider.initial }) => ({
    stance,
    free: 'hip',
    motors: { crank: 100, knee: 100 },
    effort: 1,
    reach: 2e5,
    rotors: rotors === 1 ? 'rotorless' : 'same'
  }),
  facts: (mechanism, _info, { ratio = ratioSlider.initial }) => {
    const rotors = mechanism.couplings?.length ?? 0
    const links = mechanism.bodies.length - rotors
    return `${count(links, 'link')}, ${count(rotors, 'rotor')} at ${ratio}:1; the hip has no motor`
  }
}
