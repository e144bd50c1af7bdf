import type { Mechanism, Tracking } from 'linkwork'
import type { JointDriveLimits } from 'linkwork/urdf'
import type { Sketch } from '../drawing/sketch.ts'
import type { Framing, TracedPoint, Vector3 } from '../stage.ts'

/** The floor of a robot, and whether the robot is stable on it. */
export interface Footing {
  /** Height of the floor: the lowest point of the colliders at the start [m]. */
  readonly floor: number
  /** Whether the center of mass is over the points on the floor. */
  readonly isStable: boolean
}

/** A mechanism of the user, with properties that reading its file gives. */
export interface OwnMechanism {
  readonly mechanism: Mechanism
  readonly footing: Footing
  /** Names of the joints that motors hold; none: it has no motors. */
  readonly motors: readonly string[]
  /** Task of its motors, if it was a mechanism of the gallery. */
  readonly motion?: Tracking
  /** Joints that motors turn, and how fast [rad/s]. */
  readonly turns?: Readonly<Record<string, number>>
  /** Its place among the mechanisms that the browser keeps, if it has one. */
  readonly saved?: string
  /** Limits of its motors, if the file has them. */
  readonly limits?: JointDriveLimits
  readonly meshes?: OwnMeshes
  readonly drawing?: OwnDrawing
}

/** The sketch of a mechanism, the points that leave traces, and the framing. */
export interface OwnDrawing {
  readonly sketch: Sketch
  readonly traced: readonly TracedPoint[]
  readonly framing: Framing
}

/** Meshes of a robot: where the page keeps them, and the box of each in the frame of its body. */
export interface OwnMeshes {
  readonly id: string
  readonly boxes: readonly MeshBox[]
}

export interface MeshBox {
  readonly body: string
  readonly min: Vector3
  readonly max: Vector3
}

/** The id of all files of the user. */
export const ownId = 'own-file'
