import type { JointType } from './types/mechanism.js'

/** Numbers that a joint of each type holds in q. */
export const positionSizes: Readonly<Record<JointType, number>> = {
  fixed: 0,
  revolute: 1,
  prismatic: 1,
  helical: 1,
  cylindrical: 2,
  universal: 2,
  planar: 3,
  spherical: 4,
  free: 7
}

/** Numbers that a joint of each type holds in v, in accelerations and in generalised forces. */
export const velocitySizes: Readonly<Record<JointType, number>> = {
  ...positionSizes,
  spherical: 3,
  free: 6
}
