/** Shared parts of mechanisms with contact. */
import type { SliderChoice } from './entry.ts'

export const contactGroup = 'Contact and rolling'

export const frictionSlider: SliderChoice = {
  option: 'friction',
  label: 'Friction',
  max: 1.5,
  step: 0.01,
  live: true
}
