import type {
  BoxStackOptions,
  ClosedRingOptions,
  DrapedChainOptions,
  RailTorusChainOptions,
  RollingDiscOptions,
  SurfaceBoardOptions,
  TorusChainOptions,
  WindmillOptions
} from './catalogue-contact.js'
import type { CatalogueOptions } from './catalogue-options.js'
import type { JointType, Vector3 } from './mechanism.js'

export type * from './catalogue-contact.js'
export type { CatalogueOptions } from './catalogue-options.js'

/** A chain of equal rods, each hanging from the tip of the one before. */
export interface ChainOptions extends CatalogueOptions {
  /** 1–100000. Default 5. */
  readonly links?: number
  /** Of one link [m], 0.001–100. Default 0.2. */
  readonly length?: number
  /** Of one link [kg], 1e-6–1e6. Default 0.5. */
  readonly mass?: number
  /** Of every joint. Default revolute. */
  readonly joint?: Exclude<
    JointType,
    'fixed' | 'free' | 'curve' | 'surface' | 'surfaceContact' | 'eulerBall' | 'custom'
  >
  /** Joint axes in the link's frame, repeated along the chain. Default [[0, 1, 0]]: planar. */
  readonly axes?: readonly Vector3[]
  /** Of the straight chain from the vertical [rad], −π–π. Default 1. */
  readonly startAngle?: number
}

/** A cart that slides along x with a pole that swings in the x–z plane. */
export interface CartPendulumOptions extends CatalogueOptions {
  /** [kg], 1e-3–1e6. Default 1. */
  readonly cartMass?: number
  /** [kg], 1e-3–1e6. Default 0.5. */
  readonly poleMass?: number
  /** [m], 0.01–100. Default 1. */
  readonly poleLength?: number
  /** Of the pole from hanging down [rad], −π–π. Default 2. */
  readonly startAngle?: number
}

/**
 * A planar four-bar in the x–z plane: crank and rocker pivot on the ground, and a triangular
 * coupler joins their tips. The lengths must assemble.
 */
export interface FourBarOptions extends CatalogueOptions {
  /** Between the two ground pivots, along x [m], 0.01–100. Default 0.5. */
  readonly ground?: number
  /** [m], 0.01–100. Default 0.2. */
  readonly crank?: number
  /** [m], 0.01–100. Default 0.5. */
  readonly coupler?: number
  /** [m], 0.01–100. Default 0.4. */
  readonly rocker?: number
  /**
   * The coupler's third corner from its crank pin: along the line to the rocker pin and across it
   * [m], each within ±100. Default [0.25, 0.2].
   */
  readonly couplerPoint?: readonly [number, number]
  /** Of the bars [kg/m], 1e-3–1e6. Default 4. */
  readonly density?: number
  /** Of the crank from the x axis towards z [rad], −π–π. Default 1. */
  readonly startAngle?: number
  /** Of the crank [rad/s], −1000–1000. Default 8. */
  readonly startSpeed?: number
}

/**
 * A planar six-bar in the x–z plane: a four-bar whose crank turns fully, and a link from the third
 * corner of its coupler to an arm, which pivots on the rocker (Watt) or on the ground (Stephenson).
 */
export interface SixBarOptions extends CatalogueOptions {
  /** Default watt. */
  readonly kind?: 'watt' | 'stephenson'
  /** [m], 0.05–0.2, of a ground link of 0.5 m. Default 0.2. */
  readonly crank?: number
  /** Of the bars [kg/m], 1e-3–1e6. Default 4. */
  readonly density?: number
  /** Of the crank from the x axis towards z [rad], −π–π. Default 1. */
  readonly startAngle?: number
  /** Of the crank [rad/s], −1000–1000. Default 8. */
  readonly startSpeed?: number
}

/** Planar four-bars in a row, each hanging from the coupler of the one before. */
export interface FourBarChainOptions extends CatalogueOptions {
  /** Four-bars, 1–1000. Default 10. */
  readonly units?: number
  /** Of the cranks [m], 0.01–100. Default 0.2. */
  readonly length?: number
  /** Length of a rocker over that of a crank, 1–1.5; at 1 four-bars can lie flat. Default 1.25. */
  readonly rocker?: number
  /** Of couplers, and between their pivots [m], 0.01–100. Default 0.2. */
  readonly width?: number
  /** The joint that closes each four-bar. Of their 5 and 3 equations 2 are independent. Default revolute. */
  readonly closure?: 'revolute' | 'spherical'
  /** Of the bars [kg/m], 1e-3–1e6. Default 4. */
  readonly density?: number
  /** Of the first crank from hanging down [rad], −π–π; must assemble. Default 0.5. */
  readonly startAngle?: number
}

/** A crank that drives a slider along x through a rod, in the x–z plane. */
export interface SliderCrankOptions extends CatalogueOptions {
  /** [m], 0.01–100. Default 0.15. */
  readonly crank?: number
  /** [m], longer than crank + |offset|, up to 1000. Default 0.45. */
  readonly rod?: number
  /** Height of the slider's line over the crank's pivot [m], within ±100. Default 0. */
  readonly offset?: number
  /** Of crank and rod [kg/m], 1e-3–1e6. Default 4. */
  readonly density?: number
  /** [kg], 1e-3–1e6. Default 0.5. */
  readonly sliderMass?: number
  /** Of the crank from the x axis towards z [rad], −π–π. Default 1. */
  readonly startAngle?: number
  /** Of the crank [rad/s], −1000–1000. Default 8. */
  readonly startSpeed?: number
}

/** An arm whose every joint is driven through a gear by a rotor that is a body of its own. */
export interface GearedArmOptions extends CatalogueOptions {
  /** 1–500. Default 4. */
  readonly joints?: number
  /** Of one link [m], 0.01–100. Default 0.3. */
  readonly length?: number
  /** Of one link [kg], 1e-3–1e6. Default 1.5. */
  readonly mass?: number
  /** Rotor angle over joint angle, 1–1000. Default 6. */
  readonly ratio?: number
  /** [kg], 1e-6–1e6. Default 0.2. */
  readonly rotorMass?: number
  /** [m], 1e-3–10. Default 0.03. */
  readonly rotorRadius?: number
  /** Of every joint [rad], −π–π. Default 0.5. */
  readonly startAngle?: number
}

/** A serial chain whose every joint is driven by a rotor through a gear. */
export interface GearedChainOptions extends CatalogueOptions {
  /** 1–1000. Default 12. */
  readonly links?: number
  /** Of one link [m], 0.01–100. Default 1. */
  readonly length?: number
  /** Of one link [kg], 1e-3–1e6. Default 1. */
  readonly mass?: number
  /** Rotor angle over joint angle, 1–1000. Default 6. */
  readonly ratio?: number
  /** [kg], 1e-6–1e6. Default 0.08. */
  readonly rotorMass?: number
  /** [m], 1e-3–10. Default 0.05. */
  readonly rotorRadius?: number
  /** Joint axes in the link's frame, repeated along the chain. Default [[0, 1, 0]]: planar. */
  readonly axes?: readonly Vector3[]
  /** Of the straight chain from the vertical [rad], −π–π. Default 1. */
  readonly startAngle?: number
}

/**
 * A serial chain driven by parallel belt transmissions: two or three links at a time are turned by
 * rotors that all sit on the link before, on one axis, and reach the further joints by belts.
 */
export interface BeltChainOptions extends CatalogueOptions {
  /** 1–1000. Default 12. */
  readonly links?: number
  /** Links of one transmission, 2–3; the last may have fewer. Default 2. */
  readonly linksPerBelt?: number
  /** Of one link [m], 0.01–100. Default 1. */
  readonly length?: number
  /** Of one link [kg], 1e-3–1e6. Default 1. */
  readonly mass?: number
  /** Of the gear between a rotor and its first pulley, 1–1000. Default 6. */
  readonly ratio?: number
  /** Angle of a pulley over that of the next, 0.01–100. Default 1. */
  readonly beltRatio?: number
  /** [kg], 1e-6–1e6. Default 0.08. */
  readonly rotorMass?: number
  /** [m], 1e-3–10. Default 0.05. */
  readonly rotorRadius?: number
  /** Axes of the transmissions in their links' frames, repeated. Default [[0, 1, 0]]: planar. */
  readonly axes?: readonly Vector3[]
  /** Of the straight chain from the vertical [rad], −π–π. Default 1. */
  readonly startAngle?: number
}

/**
 * A humanoid leg of human size hanging from the world: hip yaw, roll and pitch, knee, and an ankle
 * driven through a push-rod four-bar. Every drive is a rotor body geared to its joint.
 */
export interface GearedLegOptions extends CatalogueOptions {
  /** Rotor angle over joint angle, 1–1000. Default 6. */
  readonly ratio?: number
  /** Scales lengths; masses go with its cube, 0.1–10. Default 1. */
  readonly size?: number
  /** Initial hip pitch, forward positive [rad], −1–1. Default 0.5. */
  readonly hipAngle?: number
  /** Initial knee flexion [rad], 0–1.5. Default 0.6. */
  readonly kneeAngle?: number
  /** Initial ankle angle, toes up positive [rad], −0.6–0.6. Default 0. */
  readonly ankleAngle?: number
  /** Of the springs at hip yaw, knee and ankle [N·m/rad], 0–10000. Default 20. */
  readonly stiffness?: number
}

/**
 * A leg with the differential drives of the UIUC Tello humanoid, hanging from the world: geared
 * cranks with push-rods swing the hip, and two rotors turn knee and ankle through a differential.
 */
export interface DifferentialLegOptions extends CatalogueOptions {
  /** Rotor angle over crank or joint angle, 1–1000. Default 6. */
  readonly ratio?: number
  /** Initial angle [rad], −1–1. Default 0. */
  readonly hipYaw?: number
  /** Initial angle, left positive [rad], −0.3–0.3. Default 0.1. */
  readonly hipRoll?: number
  /** Initial angle, back positive [rad], −0.8–0.8. Default 0.4. */
  readonly hipPitch?: number
  /** Initial angle, back positive [rad], −1.5–1.5. Default −0.7. */
  readonly knee?: number
  /** Initial angle, toes down positive [rad], −1–0.6. Default 0.2. */
  readonly ankle?: number
  /** Of the springs at yaw, knee and ankle [N·m/rad], 0–10000. Default 5. */
  readonly stiffness?: number
}

/** A tree of rods in space: every rod has `branches` smaller children, `depth` levels deep. */
export interface BranchingTreeOptions extends CatalogueOptions {
  /** Levels of rods, 1–10; at most 5000 bodies in all. Default 4. */
  readonly depth?: number
  /** Children of a rod, 1–6. Default 2. */
  readonly branches?: number
  /** Of the first rod [m], 0.01–100. Default 0.4. */
  readonly length?: number
  /** Of the first rod [kg], 1e-3–1e6. Default 1. */
  readonly mass?: number
  /** Angle of a rod to its parent [rad], 0–1.5. Default 0.6. */
  readonly spread?: number
  /** Length over that of the level before, 0.3–1. Default 0.75. */
  readonly shrink?: number
  /** Of the first joint [rad], −π–π. Default 0.7. */
  readonly startAngle?: number
}

/**
 * A published robot. Its bodies have shapes; rotors are bodies of their own, tied to their joints
 * by couplings. It starts at rest with its knees bent, x forward, y to the left; the floor is z = 0.
 * Damping acts on every joint but the base's.
 */
export interface RobotOptions extends CatalogueOptions {
  /**
   * The joint of the base, which starts with the feet just above the floor: free, free with a spring and a
   * damper that hold it there on Earth, or fixed to the world. Default floating.
   */
  readonly base?: 'floating' | 'hanging' | 'fixed'
}

/** The MIT Humanoid can also stand: its base is free, and it touches the floor and itself. */
export interface StandingRobotOptions extends Omit<RobotOptions, 'base'> {
  /** Default floating. */
  readonly base?: RobotOptions['base'] | 'standing'
}

/** Options of every catalogue mechanism, by its name. */
export interface Catalogue {
  readonly chain: ChainOptions
  readonly cartPendulum: CartPendulumOptions
  readonly fourBar: FourBarOptions
  readonly sixBar: SixBarOptions
  readonly fourBarChain: FourBarChainOptions
  readonly sliderCrank: SliderCrankOptions
  readonly gearedArm: GearedArmOptions
  readonly gearedChain: GearedChainOptions
  readonly beltChain: BeltChainOptions
  readonly gearedLeg: GearedLegOptions
  readonly differentialLeg: DifferentialLegOptions
  readonly branchingTree: BranchingTreeOptions
  readonly drapedChain: DrapedChainOptions
  readonly closedRing: ClosedRingOptions
  readonly rollingDisc: RollingDiscOptions
  readonly boxStack: BoxStackOptions
  readonly torusChain: TorusChainOptions
  readonly railTorusChain: RailTorusChainOptions
  readonly surfaceBoard: SurfaceBoardOptions
  readonly windmill: WindmillOptions
  readonly miniCheetah: RobotOptions
  readonly minitaur: RobotOptions
  readonly mitHumanoid: StandingRobotOptions
  readonly telloHumanoid: RobotOptions
  readonly jvrc1: RobotOptions
}

export type CatalogueName = keyof Catalogue

/** Requests a catalogue mechanism; the C++ catalogue expands it when it is used. */
export interface CatalogueMechanism<Name extends CatalogueName = CatalogueName> {
  readonly catalogue: Name
  readonly options?: Catalogue[Name]
}
