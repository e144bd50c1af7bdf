/** The entries of the gallery, by what their tests expect of them. */

const robots = ['geared-chain', 'belt-chain', 'mini-cheetah', 'mit-humanoid', 'jvrc-1']
const surfaces = ['torus-chain', 'rail-torus-chain', 'surface-board', 'windmill']
const chains = ['chain', 'cart-pendulum', 'tree', 'arm', 'cart-pole', 'acrobot']

/** Without loops. */
export const open = [...chains, ...surfaces, ...robots]
/** With loops. */
export const closed = [
  'four-bar',
  'six-bar',
  'slider-crank',
  'leg',
  'differential-leg',
  'standing-leg',
  'minitaur',
  'leg-field',
  'four-bar-field',
  'tello'
]
/** With contact, and a tolerance of the energy while their motors are off. */
export const touching = ['draped-chain', 'closed-ring', 'rolling-disc']
/** With contact, and no tolerance of the energy while their motors run. */
export const driven = ['draped-chain', 'closed-ring', 'humanoid-drop', 'mini-cheetah-walk']

export const everyMechanism = [...new Set([...open, ...closed, ...touching, ...driven])]

/**
 * The largest energy error of a mechanism with contact and without motors. Impacts are counted as work,
 * which leaves the motion within the steps in which a contact starts or ends. A disc rolls without
 * impacts: RATTLE leaves (h ω)², 7e-6 of its kinetic energy.
 */
export const mostEnergyError = (mechanism: string) => (mechanism === 'rolling-disc' ? 1e-5 : 0.01)
