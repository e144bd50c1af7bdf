/** Visual styles by the mechanism's name in the gallery. */
import { acrobotStyle } from './acrobot.ts'
import { armStyle } from './arm.ts'
import { beltChainStyle } from './belt-chain.ts'
import { capsulesStyle } from './capsules.ts'
import { cartPendulumStyle } from './cart-pendulum.ts'
import { chainStyle } from './chain.ts'
import { differentialLegStyle } from './differential-leg.ts'
import { fourBarStyle } from './four-bar.ts'
import { genericStyle } from './generic.ts'
import { legStyle } from './leg.ts'
import { robots } from './robot.ts'
import { rollingDiscStyle } from './rolling-disc.ts'
import { sixBarStyle } from './six-bar.ts'
import { sliderCrankStyle } from './slider-crank.ts'
import { standingLegStyle } from './standing-leg.ts'
import type { MakeStyle } from './style.ts'
import { surfacesStyle } from './surfaces.ts'
import { treeStyle } from './tree.ts'

const styles: Readonly<Record<string, MakeStyle>> = {
  ...robots,
  acrobot: acrobotStyle,
  arm: armStyle,
  'belt-chain': beltChainStyle,
  'cart-pendulum': cartPendulumStyle,
  'cart-pole': cartPendulumStyle,
  chain: chainStyle,
  'closed-ring': capsulesStyle,
  'differential-leg': differentialLegStyle,
  'draped-chain': capsulesStyle,
  'four-bar': fourBarStyle,
  'four-bar-field': fourBarStyle,
  'geared-chain': armStyle,
  leg: legStyle,
  'leg-field': legStyle,
  'rail-torus-chain': surfacesStyle,
  'rolling-disc': rollingDiscStyle,
  'six-bar': sixBarStyle,
  'slider-crank': sliderCrankStyle,
  'standing-leg': standingLegStyle,
  'surface-board': surfacesStyle,
  'torus-chain': surfacesStyle,
  tree: treeStyle,
  windmill: surfacesStyle
}

export function styleFor(id: string): MakeStyle {
  return styles[id] ?? genericStyle
}
