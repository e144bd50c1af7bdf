import type { Catalogue, CatalogueMechanism, CatalogueName } from './types/catalogue.js'

function entry<Name extends CatalogueName>(catalogue: Name) {
  return (options: Catalogue[Name] = {}): CatalogueMechanism<Name> => ({ catalogue, options })
}

/** Slender links in a row that hang from the ground. */
export const chain = /* @__PURE__ */ entry('chain')

/** A pole on a sliding cart. */
export const cartPendulum = /* @__PURE__ */ entry('cartPendulum')

/** A planar four-bar linkage. */
export const fourBar = /* @__PURE__ */ entry('fourBar')

/** A planar six-bar of Watt or Stephenson: two loops that share links. */
export const sixBar = /* @__PURE__ */ entry('sixBar')

/** Planar four-bars, each hanging from the one before. */
export const fourBarChain = /* @__PURE__ */ entry('fourBarChain')

/** Crank, rod and slider. */
export const sliderCrank = /* @__PURE__ */ entry('sliderCrank')

/** A serial arm with a geared rotor at every joint. */
export const gearedArm = /* @__PURE__ */ entry('gearedArm')

/** A serial chain with a geared rotor at every joint. */
export const gearedChain = /* @__PURE__ */ entry('gearedChain')

/** A serial chain whose rotors reach its joints by parallel belts. */
export const beltChain = /* @__PURE__ */ entry('beltChain')

/** A leg of human size with geared joints and a linkage at the ankle. */
export const gearedLeg = /* @__PURE__ */ entry('gearedLeg')

/** A leg whose hip, knee and ankle are driven by differentials of cranks and push-rods. */
export const differentialLeg = /* @__PURE__ */ entry('differentialLeg')

/** A tree that splits at every level. */
export const branchingTree = /* @__PURE__ */ entry('branchingTree')

/** A chain of capsules that falls over a round bar and on the ground. */
export const drapedChain = /* @__PURE__ */ entry('drapedChain')

/** A closed ring of capsules that drops on the ground. */
export const closedRing = /* @__PURE__ */ entry('closedRing')

/** A thin disc that rolls without slipping. */
export const rollingDisc = /* @__PURE__ */ entry('rollingDisc')

/** Cubes on the ground, one on the other. */
export const boxStack = /* @__PURE__ */ entry('boxStack')

/** Interlocking rings, each sliding on the one before. */
export const torusChain = /* @__PURE__ */ entry('torusChain')

/** Interlocking rings, the first threaded on a curved rail. */
export const railTorusChain = /* @__PURE__ */ entry('railTorusChain')

/** A board with a mast and two chains that slides on a curved surface. */
export const surfaceBoard = /* @__PURE__ */ entry('surfaceBoard')

/** A wheel with arms of rings, ellipsoids and spheres that slide on each other. */
export const windmill = /* @__PURE__ */ entry('windmill')

/** MIT Mini Cheetah, a quadruped with 12 geared joints. */
export const miniCheetah = /* @__PURE__ */ entry('miniCheetah')

/** Minitaur, a quadruped whose legs are closed linkages with two motors each. */
export const minitaur = /* @__PURE__ */ entry('minitaur')

/** MIT Humanoid, with 18 driven joints; the ankles are driven through belts over the knees. */
export const mitHumanoid = /* @__PURE__ */ entry('mitHumanoid')

/** Tello Humanoid, whose hips, knees and ankles are driven in pairs through cranks and push-rods. */
export const telloHumanoid = /* @__PURE__ */ entry('telloHumanoid')

/** JVRC-1, a humanoid with a geared rotor at each of its 32 joints. */
export const jvrc1 = /* @__PURE__ */ entry('jvrc1')
