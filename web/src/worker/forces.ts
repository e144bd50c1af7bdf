import { type Mechanism, type Simulation, type Vector3, velocitySize } from 'linkwork'
import { toWorld } from '../model/kinematics.ts'
import type { Forces } from '../model/messages.ts'
import type { Actuation } from './applied-forces.ts'
import { motorsOf } from './controllers.ts'

export function forcesOn(
  simulation: Simulation,
  { motors, torques, hold, push }: Actuation
): Forces {
  const { mechanism } = simulation
  const tau = simulation.tracking.torques.slice()
  for (const [i, motor] of motorsOf(motors).entries())
    tau[entryOf(mechanism, motor)] = torques[i] ?? 0
  for (const [i, force] of contactForces(simulation).entries()) tau[i] = (tau[i] ?? 0) + force
  const wrenches = new Float64Array(6 * mechanism.bodies.length)
  const pull = (body: number, point: Vector3, force: ArrayLike<number>) =>
    addWrench(wrenches, body, toWorld(simulation.poses, body, point), force)
  if (hold) pull(hold.body, hold.localPoint, simulation.forces.pullForce)
  if (push) pull(push.body, mechanism.bodies[push.body]?.centerOfMass ?? [0, 0, 0], push.force)
  return { q: simulation.q.slice(), v: simulation.v.slice(), tau, wrenches }
}

/** Returns the index of a joint in v. */
function entryOf({ joints }: Mechanism, motor: string | number): number {
  if (typeof motor === 'number') return motor
  const index = joints.findIndex(({ name }) => name === motor)
  return joints.slice(0, index).reduce((sum, joint) => sum + velocitySize(joint), 0)
}

/** Returns the forces of contacts and joint limits. */
function contactForces(simulation: Simulation): Float64Array {
  try {
    return simulation.dynamics.inverseDynamics(simulation.dynamics.forwardDynamics().slice())
  } catch {
    return new Float64Array(0) // an impact has no forces
  }
}

function addWrench(
  wrenches: Float64Array,
  body: number,
  [x, y, z]: Vector3,
  force: ArrayLike<number>
): void {
  const [fx = 0, fy = 0, fz = 0] = Array.from(force)
  const six = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx, fx, fy, fz]
  for (const [i, part] of six.entries())
    wrenches[6 * body + i] = (wrenches[6 * body + i] ?? 0) + part
}
