import { gearedChain } from 'linkwork'

/** A link of 1 m and 1 kg, and the rotor that it turns six times as fast. */
export const gearedPendulum = (linkwork) =>
  linkwork.mechanism(gearedChain({ links: 1, ratio: 6, length: 1, mass: 1 }))
