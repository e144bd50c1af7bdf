// A geared leg steps on the spot: motors follow angles by a law of your own, a spring and a damper at
// each (PD), through the gears. Their rotors are bodies: what they weigh in motion is in it.
import { gearedLeg, load } from 'linkwork'

const linkwork = await load()
const model = linkwork.model(gearedLeg())
const simulation = model.simulate({ step: 1 / 2000 })

/** Which motor follows what: angles of its joint over time, and the gear ratio. */
const drives = [
  {
    motor: 'hipPitchRotor',
    joint: 'hipPitch',
    angle: (t) => 0.5 + 0.3 * Math.sin(2 * Math.PI * t)
  },
  { motor: 'kneeRotor', joint: 'knee', angle: (t) => 0.6 + 0.4 * Math.cos(2 * Math.PI * t) },
  { motor: 'hipRollRotor', joint: 'hipRoll', angle: () => 0.08 },
  { motor: 'hipYawRotor', joint: 'hipYaw', angle: () => 0 },
  { motor: 'ankleRotor', joint: 'crank', angle: () => 0 }
].map((drive) => ({ ...drive, motor: model.joint(drive.motor), joint: model.joint(drive.joint) }))
const ratio = 6
const stiffness = 60 // at the rotor [N·m/rad]
const damping = 0.8 // [N·m·s/rad]

const torques = new Float64Array(model.velocitySize)
let worst = 0
while (simulation.time < 3) {
  for (const { motor, joint, angle } of drives) {
    const error = angle(simulation.time) - simulation.q[joint.q]
    torques[motor.v] = stiffness * ratio * error - damping * simulation.v[motor.v]
    if (simulation.time > 1) worst = Math.max(worst, Math.abs(error))
  }
  simulation.forces.setTorques(torques)
  simulation.step()
}
console.log(`joints stay within ${worst.toFixed(3)} rad of where they should be`)
console.log(`gears within ${simulation.constraints.couplingError.toExponential(1)} rad`)
console.log(`the rod's loop within ${simulation.constraints.loopError.toExponential(1)} m`)
simulation.dispose()
model.dispose()
