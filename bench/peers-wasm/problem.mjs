// A mechanism of linkwork's as every engine can take it in: bodies, revolute joints from parent to child,
// revolute joints that close loops, gears; and where the bodies are at the start.
import {
  add,
  inverse,
  noTurn,
  principal,
  product,
  rotate,
  subtract,
  turnAbout
} from './algebra.mjs'

/**
 * { name, mechanism, gravity, bodies: [{ name, mass, center, inertia, principal, joint }], joints and
 * loops: [{ name, parent, child, axis, parentFrame, childFrame, angle, speed }], gears, start: [{
 * position, turn }] }. Bodies are numbered, the world is −1; frames are { position, turn }; an axis is
 * one of both frames of its revolute joint; `joint` is the parent joint of a body. `gears` are linkwork's
 * couplings.
 */
export function problemOf(mechanism) {
  if (
    Object.values(mechanism.initialState.v ?? {})
      .flat()
      .some(Boolean)
  )
    throw new Error(`${mechanism.name}: a start at rest is expected`)
  const number = new Map(mechanism.bodies.map(({ name }, i) => [name, i]))
  const hinge = (joint) => {
    if (joint.type !== 'revolute') throw new Error(`${joint.name}: a hinge is expected`)
    return {
      name: joint.name,
      parent: number.get(joint.parent) ?? -1,
      child: number.get(joint.child),
      axis: joint.axis,
      parentFrame: frameOf(joint.parentFrame),
      childFrame: frameOf(joint.childFrame),
      angle: mechanism.initialState.q?.[joint.name]?.[0] ?? 0
    }
  }
  const joints = mechanism.joints.map(hinge)
  const bodies = mechanism.bodies.map(({ name, mass, centerOfMass, inertia }, i) => {
    const full = [...inertia, 0, 0, 0].slice(0, 6)
    const joint = joints.find(({ child }) => child === i)
    return { name, mass, center: centerOfMass, inertia: full, principal: principal(full), joint }
  })
  const loops = (mechanism.loops ?? []).map(hinge)
  const gears = mechanism.couplings ?? []
  const { name, gravity } = mechanism
  return { name, mechanism, gravity, bodies, joints, loops, gears, start: startOf(bodies) }
}

const frameOf = ({ position = [0, 0, 0], rotation = noTurn } = {}) => ({ position, turn: rotation })

/** Parents come before their children. */
function startOf(bodies) {
  const poses = []
  for (const { joint } of bodies) {
    const parent = poses[joint.parent] ?? { position: [0, 0, 0], turn: noTurn }
    const { parentFrame, childFrame } = joint
    const hinge = product(
      product(parent.turn, parentFrame.turn),
      turnAbout(joint.axis, joint.angle)
    )
    const origin = add(parent.position, rotate(parent.turn, parentFrame.position))
    const turn = product(hinge, inverse(childFrame.turn))
    poses.push({ position: subtract(origin, rotate(turn, childFrame.position)), turn })
  }
  return poses
}
