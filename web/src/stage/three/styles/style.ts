/** Input and output of a visual style. Each mechanism of the gallery has a file with its style. */
import type { Vector3 } from 'three'
import type { Framing } from '../../../model/stage.ts'
import type { Anatomy } from '../anatomy.ts'
import type { Figure } from '../figure.ts'

/** A point fixed to a body. */
export interface BodyPoint {
  readonly body: number
  readonly point: Vector3
}

/** A traced point; `phase` names the joint whose full turn closes the curve. */
export interface TracePoint extends BodyPoint {
  readonly phase?: number
}

/** Center lines kept at equal times, after Marey's chronophotographs. */
export interface GhostPlan {
  readonly count: number
  /** Simulated time between two ghosts [s]. */
  readonly interval: number
  /** Polylines through points of bodies. */
  readonly lines: readonly (readonly BodyPoint[])[]
  /** A dot on each n-th point after a line's first (both ends of a bar); 0 for none. */
  readonly dotEach: number
  /** How far behind the parts the lines lie [m]. */
  readonly behind: number
}

export interface Subject {
  readonly anatomy: Anatomy
  readonly figure: Figure
  readonly framing: Framing
  /** Half the diagonal of the framing box [m]. */
  readonly size: number
}

export interface VisualStyle {
  readonly traces: readonly TracePoint[]
  readonly ghosts: GhostPlan | null
  /** Radius about a body's own joint that parts cover [m]: leader lines start outside it. */
  hub(body: number): number
  /** Moves what is not a body: planets. `q` are the spanning joint positions, `seconds` the wall clock's. */
  update?(q: Float64Array, poses: Float64Array, seconds: number): void
  /** Opens or closes the actuators' front covers. */
  setCutaway?(open: boolean): void
}

export type MakeStyle = (subject: Subject) => VisualStyle
