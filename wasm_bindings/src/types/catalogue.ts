import type { JointType, Vector3 } from './mechanism.js'

/** Options that every catalogue mechanism has. */
export interface CatalogueOptions {
  /** Magnitude of gravity along −z [m/s²]. Default 9.81. */
  readonly gravity?: number
  /** Viscous damping of every joint [N·m·s/rad or N·s/m]. Default 0. */
  readonly damping?: number
}

/** Slender links in a row that hang from the ground, by default in the x–z plane. */
export interface ChainOptions extends CatalogueOptions {
  /** 1 to 2000. Default 10. */
  readonly links?: number
  /** Of one link [m]. */
  readonly length?: number
  /** Of one link [kg]. */
  readonly mass?: number
  /** Type of every joint. Default revolute. */
  readonly joint?: JointType
  /** Joint axes, used in turn along the chain. Default y: a planar chain. */
  readonly axes?: readonly Vector3[]
  /** Angle of the straight chain from hanging down, at the start [rad]. */
  readonly startAngle?: number
}

/** A pole on a cart that slides along x. */
export interface CartPendulumOptions extends CatalogueOptions {
  /** [kg] */
  readonly cartMass?: number
  /** [kg] */
  readonly poleMass?: number
  /** [m] */
  readonly poleLength?: number
  /** Of the pole from hanging down, at the start [rad]. */
  readonly startAngle?: number
}

/** A planar four-bar linkage in the x–z plane, closed by a revolute loop. Lengths in metres. */
export interface FourBarOptions extends CatalogueOptions {
  readonly ground?: number
  readonly crank?: number
  readonly coupler?: number
  readonly rocker?: number
  /** Crank angle at the start [rad]. */
  readonly startAngle?: number
}

/** Crank, rod and slider, closed by a revolute loop. Lengths in metres. */
export interface SliderCrankOptions extends CatalogueOptions {
  readonly crank?: number
  readonly rod?: number
  /** Crank angle at the start [rad]. */
  readonly startAngle?: number
}

/** A serial arm, each joint driven by a rotor that is a body of its own. */
export interface GearedArmOptions extends CatalogueOptions {
  readonly joints?: number
  /** Rotor turns per joint turn. */
  readonly ratio?: number
}

/**
 * A leg of human size: hip yaw, roll and pitch, knee, and an ankle moved by a push-rod four-bar;
 * five geared rotors that are bodies of their own.
 */
export interface GearedLegOptions extends CatalogueOptions {
  /** Rotor turns per joint turn. */
  readonly ratio?: number
}

/** A tree that splits at every level, in three dimensions. */
export interface BranchingTreeOptions extends CatalogueOptions {
  readonly depth?: number
  /** Children of every body. */
  readonly branches?: number
}

/** Options of every catalogue mechanism, by its name. */
export interface Catalogue {
  readonly chain: ChainOptions
  readonly cartPendulum: CartPendulumOptions
  readonly fourBar: FourBarOptions
  readonly sliderCrank: SliderCrankOptions
  readonly gearedArm: GearedArmOptions
  readonly gearedLeg: GearedLegOptions
  readonly branchingTree: BranchingTreeOptions
}

export type CatalogueName = keyof Catalogue

/** Asks for a catalogue mechanism; the C++ catalogue expands it when it is used. */
export interface CatalogueMechanism<Name extends CatalogueName = CatalogueName> {
  readonly catalogue: Name
  readonly options: Catalogue[Name]
}
