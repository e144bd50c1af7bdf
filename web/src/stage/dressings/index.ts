/** Dressings by the mechanism's name in the gallery. */
import { dressArm } from './arm.ts'
import { dressCapsules } from './capsules.ts'
import { dressCartPendulum } from './cart-pendulum.ts'
import { dressChain } from './chain.ts'
import type { Dress } from './dressing.ts'
import { dressDrivenChain } from './driven-chain.ts'
import { dressFourBar } from './four-bar.ts'
import { dressGeneric } from './generic.ts'
import { dressLeg } from './leg.ts'
import { robots } from './robot.ts'
import { dressRollingDisc } from './rolling-disc.ts'
import { dressSixBar } from './six-bar.ts'
import { dressSliderCrank } from './slider-crank.ts'
import { dressSurfaces } from './surfaces.ts'
import { dressTree } from './tree.ts'

const dressings: Readonly<Record<string, Dress>> = {
  ...robots,
  arm: dressArm,
  'belt-chain': dressDrivenChain,
  'cart-pendulum': dressCartPendulum,
  chain: dressChain,
  'closed-ring': dressCapsules,
  'draped-chain': dressCapsules,
  'four-bar': dressFourBar,
  'geared-chain': dressDrivenChain,
  leg: dressLeg,
  'rail-torus-chain': dressSurfaces,
  'rolling-disc': dressRollingDisc,
  'six-bar': dressSixBar,
  'slider-crank': dressSliderCrank,
  'surface-board': dressSurfaces,
  'torus-chain': dressSurfaces,
  tree: dressTree,
  windmill: dressSurfaces
}

export function dressingFor(id: string): Dress {
  return dressings[id] ?? dressGeneric
}
