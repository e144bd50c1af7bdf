export { BodyDrag, type BodyHold } from './body-drag.js'
export {
  beltChain,
  boxStack,
  branchingTree,
  cartPendulum,
  chain,
  closedRing,
  differentialLeg,
  drapedChain,
  fourBar,
  fourBarChain,
  gearedArm,
  gearedChain,
  gearedLeg,
  jvrc1,
  miniCheetah,
  minitaur,
  mitHumanoid,
  railTorusChain,
  rollingDisc,
  sixBar,
  sliderCrank,
  surfaceBoard,
  telloHumanoid,
  torusChain,
  windmill
} from './catalogue.js'
export { defineMechanism } from './define-mechanism.js'
export { vectorEnvironment } from './environment.js'
export { LoadError, MechanismError, SimulationError } from './errors.js'
export { positionSize, velocitySize } from './joint-sizes.js'
export { create, load } from './load.js'
export type * from './types/actuators.js'
export type * from './types/awaited-ensemble.js'
export type * from './types/catalogue.js'
export type * from './types/collider-queries.js'
export type * from './types/constraints.js'
export type * from './types/contacts.js'
export type * from './types/derivatives.js'
export type * from './types/dynamics.js'
export type * from './types/energy.js'
export type * from './types/ensemble.js'
export type * from './types/environment.js'
export type * from './types/forces.js'
export type * from './types/frames.js'
export type * from './types/gpu-ensemble.js'
export type * from './types/handles.js'
export type * from './types/linkwork.js'
export type * from './types/loose.js'
export type * from './types/mechanism.js'
export type * from './types/model.js'
export type * from './types/parameters.js'
export type * from './types/recursion.js'
export type * from './types/simulation.js'
export type * from './types/state.js'
export type * from './types/state-queries.js'
export type * from './types/tables.js'
export type * from './types/tracking.js'
