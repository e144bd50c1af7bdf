import type { Frame, Vector3 } from './mechanism.js'

/** What every shape has. */
interface ShapePlace {
  /** In the body's frame; the solid is centered on its origin. */
  readonly frame?: Frame
  /** '#rrggbb' in sRGB. Default: the viewer's own. */
  readonly color?: string
}

export interface BoxShape extends ShapePlace {
  readonly type: 'box'
  /** Edges along x, y and z [m]. */
  readonly size: Vector3
  /** Radius of the edges, at most half of the smallest [m]. Default 0. */
  readonly rounding?: number
}

export interface SphereShape extends ShapePlace {
  readonly type: 'sphere'
  /** [m] */
  readonly radius: number
}

/** Along z; the ball at each end of a capsule is centered where the length ends. */
export interface RoundShape extends ShapePlace {
  readonly type: 'cylinder' | 'capsule'
  /** [m] */
  readonly radius: number
  /** At the +z end [m]. Default: the radius. */
  readonly endRadius?: number
  /** [m]; of a capsule above the difference of the radii. */
  readonly length: number
}

/** A polygon in x–y drawn out along z. */
export interface ExtrusionShape extends ShapePlace {
  readonly type: 'extrusion'
  /** Corners in order, round an area [m]. */
  readonly outline: readonly (readonly [number, number])[]
  /** [m] */
  readonly length: number
  /** Width of the bevel on the rims, at most half of the length [m]. Default 0. */
  readonly rounding?: number
}

export interface EllipsoidShape extends ShapePlace {
  readonly type: 'ellipsoid'
  /** Along x, y and z [m]. */
  readonly semiAxes: Vector3
}

/** A ring round z. */
export interface TorusShape extends ShapePlace {
  readonly type: 'torus'
  /** Of its center line [m]. */
  readonly majorRadius: number
  /** Of its tube [m]. */
  readonly minorRadius: number
}

/** A curve in space by its control points. */
export interface Curve {
  /**
   * 'bezier': one polynomial of degree points − 1. 'bSpline': uniform knots, the ends clamped to the
   * first and last point.
   */
  readonly kind: 'bezier' | 'bSpline'
  /** Control points [m]; 2–16 of a Bézier curve. */
  readonly points: readonly Vector3[]
  /** B-splines only: 1–7, below the number of points. Default 3. */
  readonly degree?: number
  /** B-splines only. Default false. */
  readonly closed?: boolean
}

/** A tube about a curve. */
export interface TubeShape extends ShapePlace {
  readonly type: 'tube'
  readonly curve: Curve
  /** [m] */
  readonly radius: number
}

/** A Bézier surface, a sheet seen from both sides. */
export interface PatchShape extends ShapePlace {
  readonly type: 'patch'
  /** Control points by row and column, 2–16 of each [m]. */
  readonly points: readonly (readonly Vector3[])[]
}

/** A solid for the eye alone: it has no mass and touches nothing. */
export type Shape =
  | BoxShape
  | SphereShape
  | RoundShape
  | ExtrusionShape
  | EllipsoidShape
  | TorusShape
  | TubeShape
  | PatchShape
