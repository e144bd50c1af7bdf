// The Mini Cheetah lands on its feet: motors hold the angles of its joints (PD), within 18 N·m.
import { load, miniCheetah } from 'linkwork'

const linkwork = await load()
const robot = linkwork.mechanism(miniCheetah())
const frame = { position: [0, 0, -0.19] }
const feet = robot.bodies.filter(({ name }) => name.endsWith('Shank'))
const soles = feet.map(({ name: body }) => ({ body, type: 'sphere', radius: 0.02, frame }))
const contact = { colliders: [{ body: 'world', type: 'plane' }, ...soles] }
const simulation = linkwork.simulate({ ...robot, contact })
for (const { name } of robot.joints.filter(({ name }) => /(Abduction|Hip|Knee)$/.test(name))) {
  const joint = simulation.joint(name)
  joint.motor({ position: joint.angle, stiffness: 80, damping: 2, maxForce: 18 })
}
simulation.advance(3)
console.log(`trunk at ${simulation.body('trunk').position[2].toFixed(2)} m`)
