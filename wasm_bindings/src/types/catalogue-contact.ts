import type { CatalogueOptions } from './catalogue-options.js'

/**
 * A chain that falls over a fixed round bar along y, above the ground: capsules joined end to end,
 * straight and level at the start. Contact with the bar, the ground and itself.
 */
export interface DrapedChainOptions extends CatalogueOptions {
  /** 2–2000. Default 28. */
  readonly links?: number
  /** Of one link [m], 0.01–10. Default 0.1. */
  readonly length?: number
  /** Of one link [m], 0.001–1, at most 0.45 of its length. Default 0.02. */
  readonly radius?: number
  /** Of one link [kg], 1e-3–1e6. Default 0.1. */
  readonly mass?: number
  /** Revolute: about y. Default spherical. */
  readonly joint?: 'spherical' | 'revolute'
  /** [m], 0.01–10. Default 0.25. */
  readonly barRadius?: number
  /** Of the bar's axis over the ground [m], 0.1–100. Default 1.1. */
  readonly barHeight?: number
  /** Of the chain down to the bar [m], 0–10. Default 0.1. */
  readonly drop?: number
  /** Of the chain's middle past the bar, over its length, −0.5–0.5. Default 0.1. */
  readonly shift?: number
  /** Coulomb's coefficient of everything, 0–10. Default 0.3. */
  readonly friction?: number
}

/**
 * A ring of capsules joined end to end by ball joints, the last closed by a loop, that drops on the
 * ground as a regular polygon.
 */
export interface ClosedRingOptions extends CatalogueOptions {
  /** 3–200. Default 16. */
  readonly links?: number
  /** Of one link [m], 0.01–10. Default 0.15. */
  readonly length?: number
  /** Of one link [m], 0.001–1, at most 0.4 of its length. Default 0.02. */
  readonly radius?: number
  /** Of one link [kg], 1e-3–1e6. Default 0.1. */
  readonly mass?: number
  /** Of the ring from lying flat [rad], 0–π/2. Default 1.1. */
  readonly tilt?: number
  /** Of its lowest point [m], 0–10. Default 0.3. */
  readonly drop?: number
  /** Coulomb's coefficient of everything, 0–10. Default 0.5. */
  readonly friction?: number
}

/**
 * A thin disc that rolls on the plane z = 0 without slipping, by a nonholonomic constraint: only methods with
 * such constraints simulate it. It starts towards +x from the origin, leaning to the right.
 */
export interface RollingDiscOptions extends CatalogueOptions {
  /** [m], 0.01–100. Default 0.25. */
  readonly radius?: number
  /** [kg], 1e-3–1e6. Default 2. */
  readonly mass?: number
  /** Of the disc from the vertical [rad], −1.4–1.4. Default 0.35. */
  readonly lean?: number
  /** Of its center along x [m/s], −100–100. Default 1.2. */
  readonly speed?: number
  /** About the vertical, left positive [rad/s], −100–100. Default 0. */
  readonly turning?: number
}

/** Cubes on the ground, one on the other. */
export interface BoxStackOptions extends CatalogueOptions {
  /** 1–200. Default 10. */
  readonly boxes?: number
  /** Edge of a cube [m], 0.01–100. Default 0.2. */
  readonly size?: number
  /** Of the lowest one [kg], 1e-3–1e6. Default 1. */
  readonly mass?: number
  /** Mass of a cube over that of the one below, 0.5–2. Default 1. */
  readonly massRatio?: number
  /** Coulomb's coefficient of everything, 0–10. Default 0.6. */
  readonly friction?: number
}

/**
 * Interlocking rings: the first swings on a universal joint, each further one hangs on the tube of
 * the one before and slides on it, crossed at a right angle. Only the point of contact is kept: rings
 * may cut each other elsewhere.
 */
export interface TorusChainOptions extends CatalogueOptions {
  /** 1–500. Default 10. */
  readonly links?: number
  /** Of a ring's center line [m], 0.01–10. Default 0.1. */
  readonly majorRadius?: number
  /** Of its tube [m], at most 0.45 of the major radius. Default 0.02. */
  readonly minorRadius?: number
  /** Of one ring [kg], 1e-3–1e6. Default 0.2. */
  readonly mass?: number
  /** Of the straight chain from the vertical [rad], −π–π. Default 0.9. */
  readonly startAngle?: number
}

/**
 * The torus chain with its first ring threaded on a rail: a Bézier curve of 7 control points that
 * falls and rises. From rest it stays on the rail, whose ends are higher.
 */
export interface RailTorusChainOptions extends CatalogueOptions {
  /** 1–500. Default 6. */
  readonly links?: number
  /** Of a ring's center line [m], 0.03–0.3. Default 0.08. */
  readonly majorRadius?: number
  /** Of its tube [m], at most 0.45 of the major radius. Default 0.016. */
  readonly minorRadius?: number
  /** Of one ring [kg], 1e-3–1e6. Default 0.1. */
  readonly mass?: number
  /** The place on the curve, 0.05–0.95. Default 0.25. */
  readonly start?: number
}

/**
 * A board that slides on a Bézier surface of 25 control points, a hilly bowl, and turns freely about
 * its normal; it supports a mast with two chains. From rest it stays in the bowl.
 */
export interface SurfaceBoardOptions extends CatalogueOptions {
  /** Of one chain, 1–100. Default 3. */
  readonly links?: number
  /** Of one link [kg], 1e-3–1e6; the board has ten times that. Default 0.1. */
  readonly mass?: number
  /** The place on the surface along u, 0.1–0.9. Default 0.15. */
  readonly start?: number
  /** Of the board about its normal [rad/s], −20–20. Default 1. */
  readonly spin?: number
}

/**
 * A wheel with four arms of bodies that touch: rings hung in rings, then a ring on an ellipsoid and
 * that on a sphere, or a ring on a sphere and that on another: 73 degrees of freedom. Damping acts on
 * the wheel and between rings.
 */
export interface WindmillOptions extends CatalogueOptions {
  /** Of the wheel [rad/s], −20–20. Default 1.5. */
  readonly speed?: number
}
