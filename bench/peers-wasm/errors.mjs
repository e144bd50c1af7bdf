// Errors of a state, from the poses of the bodies (7 numbers each: position, quaternion) and
// their velocities, in the same way for every engine.
import {
  add,
  angleAbout,
  distance,
  dot,
  inverse,
  noTurn,
  product,
  rotate,
  times,
  wrap
} from './algebra.mjs'

const ofBody = (poses, body) => ({
  position: poses.slice(7 * body, 7 * body + 3),
  turn: poses.slice(7 * body + 3, 7 * body + 7)
})
const ground = { position: [0, 0, 0], turn: noTurn }
const poseOf = (poses, body) => (body < 0 ? ground : ofBody(poses, body))
const pointOf = ({ position, turn }, local) => add(position, rotate(turn, local))

/** Centers of mass of all bodies [m]. */
export const centersOf = ({ bodies }, poses) =>
  bodies.map(({ center }, i) => pointOf(ofBody(poses, i), center))

/** The largest distance of two sets of points. */
export const distanceOf = (some, others) =>
  Math.max(...some.map((point, i) => distance(point, others[i])))

/** The largest gap of a revolute joint, of the tree or of a loop [m]. */
export function gapOf({ joints, loops }, poses) {
  const gap = ({ parent, child, parentFrame, childFrame }) =>
    distance(
      pointOf(poseOf(poses, parent), parentFrame.position),
      pointOf(poseOf(poses, child), childFrame.position)
    )
  return Math.max(...joints.map(gap), ...loops.map(gap))
}

/** By how much the gears slip [rad], a whole turn being none: coefficients are whole numbers. */
export function slipOf({ joints, gears }, poses) {
  const angle = (name) => {
    const { axis, parent, child, parentFrame, childFrame } = joints.find((j) => j.name === name)
    const from = product(poseOf(poses, parent).turn, parentFrame.turn)
    return angleAbout(
      axis,
      product(inverse(from), product(poseOf(poses, child).turn, childFrame.turn))
    )
  }
  const errors = gears.map(({ terms, offset = 0 }) =>
    Math.abs(
      wrap(terms.reduce((sum, { joint, coefficient }) => sum + coefficient * angle(joint), -offset))
    )
  )
  return Math.max(0, ...errors)
}

/** Kinetic and potential energy [J], from the velocities of the centers of mass and ω in the world. */
export function energyOf({ bodies, gravity }, { poses, linear, angular }) {
  return bodies.reduce((sum, { mass, center, inertia }, i) => {
    const pose = ofBody(poses, i)
    const v = linear.slice(3 * i, 3 * i + 3)
    const w = rotate(inverse(pose.turn), angular.slice(3 * i, 3 * i + 3))
    const kinetic = 0.5 * (mass * dot(v, v) + dot(w, times(inertia, w)))
    return sum + kinetic - mass * dot(gravity, pointOf(pose, center))
  }, 0)
}
