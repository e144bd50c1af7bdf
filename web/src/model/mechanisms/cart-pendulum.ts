import { cartPendulum as source } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  slidersOf
} from './entry.ts'

export const cartPendulum: MechanismEntry = {
  id: 'cart-pendulum',
  name: 'Pendulum on a cart',
  title: 'Pendulum on a cart',
  group: 'Chains',
  tags: ['open', 'cart', 'pole', 'prismatic', 'slider'],
  counts: '2 links',
  sliders: slidersOf('cartPendulum', [
    {
      option: 'poleLength',
      label: 'Pole length',
      min: 0.2,
      max: 2,
      step: 0.01,
      unit: 'm'
    },
    {
      option: 'cartMass',
      label: 'Cart mass',
      min: 0.1,
      max: 5,
      step: 0.1,
      unit: 'kg',
      live: true
    },
    gravitySlider,
    dampingSlider
  ]),
  framing: ({ poleLength = 1, cartMass = 1 }) => {
    // The common mass center stays where it is: a light cart travels far.
    const travel = (0.5 * poleLength) / (0.5 + cartMass)
    return {
      min: [travel / 2 - 1.2 * poleLength, -1.24 * poleLength],
      max: [travel / 2 + 1.25 * poleLength, 0.54 * poleLength],
      azimuth: 14,
      elevation: 9,
      fieldOfView: 24,
      floor: -1.2 * poleLength,
      grid: { minor: 0.1, major: 0.5, radius: 3 * poleLength }
    }
  },
  source,
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${degreesOfFreedom(info)}, no loops`
}
