import { acrobot } from './acrobot.ts'
import { beltChain } from './belt-chain.ts'
import { branchingTree } from './branching-tree.ts'
import { cartPendulum } from './cart-pendulum.ts'
import { cartPole } from './cart-pole.ts'
import { chain } from './chain.ts'
import { closedRing } from './closed-ring.ts'
import { differentialLeg } from './differential-leg.ts'
import { drapedChain } from './draped-chain.ts'
import type { MechanismEntry } from './entry.ts'
import { fourBar } from './four-bar.ts'
import { fourBarField } from './four-bar-field.ts'
import { gearedArm } from './geared-arm.ts'
import { gearedChain } from './geared-chain.ts'
import { gearedLeg } from './geared-leg.ts'
import { humanoidDrop } from './humanoid-drop.ts'
import { jvrc1 } from './jvrc1.ts'
import { legField } from './leg-field.ts'
import { miniCheetah } from './mini-cheetah.ts'
import { miniCheetahWalk } from './mini-cheetah-walk.ts'
import { minitaur } from './minitaur.ts'
import { mitHumanoid } from './mit-humanoid.ts'
import { railTorusChain } from './rail-torus-chain.ts'
import { rollingDisc } from './rolling-disc.ts'
import { sixBar } from './six-bar.ts'
import { sliderCrank } from './slider-crank.ts'
import { standingLeg } from './standing-leg.ts'
import { surfaceBoard } from './surface-board.ts'
import { tello } from './tello.ts'
import { torusChain } from './torus-chain.ts'
import { windmill } from './windmill.ts'

/** The gallery in its order. Entries of a group are adjacent. */
export const mechanisms: readonly MechanismEntry[] = [
  chain,
  cartPendulum,
  branchingTree,
  fourBar,
  sliderCrank,
  sixBar,
  gearedArm,
  gearedLeg,
  differentialLeg,
  gearedChain,
  beltChain,
  torusChain,
  railTorusChain,
  surfaceBoard,
  windmill,
  drapedChain,
  closedRing,
  rollingDisc,
  humanoidDrop,
  miniCheetahWalk,
  miniCheetah,
  minitaur,
  mitHumanoid,
  tello,
  jvrc1,
  cartPole,
  acrobot,
  standingLeg,
  legField,
  fourBarField
]

export const firstMechanism = chain

export function findMechanism(id: string): MechanismEntry | undefined {
  return mechanisms.find((entry) => entry.id === id)
}
