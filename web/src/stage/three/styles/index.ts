/** Skins by the mechanism's name in the gallery. */
import { acrobotSkin } from './acrobot.ts'
import { armSkin } from './arm.ts'
import { beltChainSkin } from './belt-chain.ts'
import { capsulesSkin } from './capsules.ts'
import { cartPendulumSkin } from './cart-pendulum.ts'
import { chainSkin } from './chain.ts'
import { differentialLegSkin } from './differential-leg.ts'
import { fourBarSkin } from './four-bar.ts'
import { genericSkin } from './generic.ts'
import { legSkin } from './leg.ts'
import { robots } from './robot.ts'
import { rollingDiscSkin } from './rolling-disc.ts'
import { sixBarSkin } from './six-bar.ts'
import type { MakeSkin } from './skin.ts'
import { sliderCrankSkin } from './slider-crank.ts'
import { standingLegSkin } from './standing-leg.ts'
import { surfacesSkin } from './surfaces.ts'
import { treeSkin } from './tree.ts'

const skins: Readonly<Record<string, MakeSkin>> = {
  ...robots,
  acrobot: acrobotSkin,
  arm: armSkin,
  'belt-chain': beltChainSkin,
  'cart-pendulum': cartPendulumSkin,
  'cart-pole': cartPendulumSkin,
  chain: chainSkin,
  'closed-ring': capsulesSkin,
  'differential-leg': differentialLegSkin,
  'draped-chain': capsulesSkin,
  'four-bar': fourBarSkin,
  'four-bar-field': fourBarSkin,
  'geared-chain': armSkin,
  leg: legSkin,
  'leg-field': legSkin,
  'rail-torus-chain': surfacesSkin,
  'rolling-disc': rollingDiscSkin,
  'six-bar': sixBarSkin,
  'slider-crank': sliderCrankSkin,
  'standing-leg': standingLegSkin,
  'surface-board': surfacesSkin,
  'torus-chain': surfacesSkin,
  tree: treeSkin,
  windmill: surfacesSkin
}

export function skinFor(id: string): MakeSkin {
  return skins[id] ?? genericSkin
}
