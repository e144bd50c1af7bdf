import { cartPendulum as source } from 'linkwork'
import { cartPendulum } from './cart-pendulum.ts'
import { balanceGroup, count, degreesOfFreedom, type MechanismEntry } from './entry.ts'

/** The pendulum on a cart upside down, its cart driven. */
export const cartPole: MechanismEntry = {
  id: 'cart-pole',
  name: 'Pole on a cart',
  title: 'Pole on a cart, balanced',
  group: balanceGroup,
  tags: [
    'open',
    'cart',
    'pendulum',
    'inverted',
    'control',
    'motors',
    'balance',
    'lqr',
    'regulator'
  ],
  counts: '2 links',
  sliders: cartPendulum.sliders.map((slider) =>
    slider.option === 'damping' ? { ...slider, initial: 0.05 } : slider
  ),
  framing: ({ poleLength = 1 }) => ({
    min: [-1.25 * poleLength, -1.3 * poleLength],
    max: [1.25 * poleLength, 1.15 * poleLength],
    azimuth: 14,
    elevation: 9,
    fieldOfView: 24,
    floor: -1.2 * poleLength,
    grid: { minor: 0.1, major: 0.5, radius: 3 * poleLength }
  }),
  source: (options) => source({ startAngle: Math.PI - 0.2, ...options }),
  control: () => ({
    stance: { rail: 0, pivot: Math.PI },
    free: 'pivot',
    motors: { rail: 100 },
    effort: 1e-4,
    reach: 1e3,
    rotors: 'same'
  }),
  facts: (mechanism, info) =>
    `${count(mechanism.bodies.length, 'link')}, ${degreesOfFreedom(info)}, one motor, which drives the cart to balance the pole`
}
