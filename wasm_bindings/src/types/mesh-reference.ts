import type { Collider, ContactPair, Frame, Vector3 } from './mechanism.js'

/** A mesh that a robot's file names: another file, which a mechanism does not hold. */
export interface MeshReference {
  /** Name of the body that it is fixed to, or `world` for the ground. */
  readonly body: string
  /** Its purpose: drawing, or contact. */
  readonly purpose: 'visual' | 'collision'
  /** As it is written, `package://` and all. */
  readonly uri: string
  /** Along the axes of the mesh. */
  readonly scale: Vector3
  /** In the body's frame. */
  readonly frame: Required<Frame>
  /** '#rrggbb' in sRGB; undefined where the file leaves it to the mesh. */
  readonly color: string | undefined
  /** How its hull touches, if the file says so. */
  readonly contact?: MeshContact | undefined
}

/** Contact of the hull of a mesh. */
export interface MeshContact {
  readonly collider: Pick<
    Collider,
    | 'name'
    | 'friction'
    | 'torsionalFriction'
    | 'rollingFriction'
    | 'group'
    | 'mask'
    | 'surfaceVelocity'
  >
  /** Rules that name it and other meshes or colliders. */
  readonly pairs: readonly ContactPair[]
}
