import { chain } from 'linkwork'
import {
  balanceGroup,
  count,
  degreesOfFreedom,
  type MechanismEntry,
  type SliderSpec
} from './entry.ts'

const length = 0.5

const samplesSlider: SliderSpec = {
  option: 'samples',
  label: 'Samples',
  min: 32,
  max: 256,
  initial: 64,
  step: 32,
  live: true
}

const holdSlider: SliderSpec = {
  option: 'hold',
  label: 'At the top',
  min: 0,
  max: 1,
  initial: 0,
  step: 1,
  choices: ['Tries ahead', 'LQR'],
  drives: true
}

export const acrobot: MechanismEntry = {
  id: 'acrobot',
  name: 'Acrobot',
  title: 'Acrobot',
  group: balanceGroup,
  tags: [
    'open',
    'pendulum',
    'control',
    'motors',
    'balance',
    'swing-up',
    'prediction',
    'ensemble',
    'lqr'
  ],
  counts: '2 links',
  sliders: [holdSlider, samplesSlider],
  framing: () => ({
    min: [-1.15, -1.12],
    max: [1.15, 1.12],
    azimuth: 14,
    elevation: 9,
    fieldOfView: 24,
    floor: -1.2,
    grid: { minor: 0.1, major: 0.5, radius: 3 }
  }),
  source: () => chain({ links: 2, length, startAngle: 0 }),
  control: ({ samples = samplesSlider.initial, hold = holdSlider.initial }) => ({
    goal: [Math.PI, 0],
    motor: 1,
    limit: 3,
    samples,
    regulates: hold === 1
  }),
  firstStep: 5e-4,
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${degreesOfFreedom(info)}, one motor, between the links`
}
