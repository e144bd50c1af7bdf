// A ragdoll of six capsules falls on the floor. Its joints are spherical, with damping.
import { load } from 'linkwork'

const linkwork = await load()
/** Mass, length and radius; where it is attached to the torso; whether above or below. */
const parts = {
  torso: [30, 0.5, 0.15],
  head: [5, 0.1, 0.1, [0, 0, 0.35], 1],
  leftArm: [4, 0.5, 0.05, [0, 0.22, 0.2], -1],
  rightArm: [4, 0.5, 0.05, [0, -0.22, 0.2], -1],
  leftLeg: [10, 0.7, 0.07, [0, 0.1, -0.35], -1],
  rightLeg: [10, 0.7, 0.07, [0, -0.1, -0.35], -1]
}
const bodies = []
const joints = [{ name: 'torso', type: 'free', parent: 'world', child: 'torso' }]
const colliders = [{ body: 'world', type: 'plane' }]
for (const [name, [mass, length, radius, position, side]] of Object.entries(parts)) {
  const across = (mass * (3 * radius ** 2 + length ** 2)) / 12
  bodies.push({ name, mass, inertia: [across, across, (mass * radius ** 2) / 2] })
  colliders.push({ body: name, type: 'capsule', length, radius })
  if (!position) continue
  const frames = {
    parentFrame: { position },
    childFrame: { position: [0, 0, (-side * length) / 2] }
  }
  joints.push({ name, type: 'spherical', parent: 'torso', child: name, damping: 2, ...frames })
}
const initialState = { q: { torso: [0, 0, 2, 0.28, 0, 0, 0.96] } }
const contact = { selfCollision: false, colliders }
const mechanism = { linkwork: 1, name: 'ragdoll', bodies, joints, contact, initialState }
const ragdoll = linkwork.simulate(mechanism, { step: 2e-3 })
ragdoll.advance(8)
console.log('torso at', ragdoll.body('torso').position[2].toFixed(2), 'm')
