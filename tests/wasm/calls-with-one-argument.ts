import {
  chain,
  fourBar,
  LoadError,
  load,
  MechanismError,
  positionSize,
  type Simulation,
  SimulationError,
  type SimulationOptions,
  velocitySize
} from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { mechanismFromSdf } from 'linkwork/sdf'
import { ForceArrows, fitCamera, MechanismView } from 'linkwork/three'
import { mechanismFromUrdf, mechanismToUrdf } from 'linkwork/urdf'
import { InstancedMesh, Matrix4, Object3D, PerspectiveCamera } from 'three'
import { expect } from 'vitest'

const linkwork = await load()
const ours = [MechanismError, SimulationError, LoadError]
const urdf = '<robot name="r"><link name="world"/></robot>'
const mjcf = '<mujoco><include file="a.xml"/><worldbody><body/></worldbody></mujoco>'

const model = linkwork.model(fourBar())
const origin3 = [0, 0, 0] as const

/** A call with one argument left open; all others are right. */
type Call = (value: never, simulation: Simulation) => unknown

export const ofLibrary: Record<string, Call> = {
  mechanism: (source) => linkwork.mechanism(source),
  validate: (source) => linkwork.validate(source),
  info: (source) => linkwork.info(source),
  'info.state': (state) => linkwork.info(chain(), state),
  kinematics: (state) => linkwork.kinematics(chain(), state),
  energy: (state) => linkwork.energy(chain(), state),
  'energy.state.q': (q) => linkwork.energy(chain(), { q }),
  massMatrix: (source) => linkwork.massMatrix(source),
  coriolisMatrix: (source) => linkwork.coriolisMatrix(source),
  check: (source) => linkwork.check(source),
  inverseDynamics: (state) => linkwork.inverseDynamics(chain(), state),
  forwardDynamics: (options) => linkwork.forwardDynamics(chain(), undefined, options),
  'forwardDynamics.method': (method) => linkwork.forwardDynamics(chain(), {}, { method }),
  assemble: (options) => linkwork.assemble(fourBar(), options),
  'assemble.set': (set) => linkwork.assemble(fourBar(), { set }),
  'assemble.velocities': (velocities) => linkwork.assemble(fourBar(), { velocities }),
  model: (source) => linkwork.model(source).dispose(),
  'model.options': (options) => linkwork.model(chain(), options).dispose(),
  'model.state': (state) => linkwork.model(chain(), { state }).dispose(),
  'model.assemble': (wanted) => model.assemble(wanted),
  'model.assemble.q': (q) => model.assemble({ q }),
  'model.joint': (joint) => model.joint(joint),
  'model.body': (body) => model.body(body),
  'model.named': (state) => model.named(state),
  'model.simulate': (options) => model.simulate(options).dispose(),
  'model.forwardDynamics': (state) => model.forwardDynamics(state),
  'model.forwardDynamics.q': (q) => model.forwardDynamics({ q }),
  'model.forwardDynamics.tau': (tau) => model.forwardDynamics({ tau }),
  'model.forwardDynamics.tau.crank': (crank) => model.forwardDynamics({ tau: { crank } }),
  'model.forwardDynamics.wrenches': (wrenches) => model.forwardDynamics({ wrenches }),
  'model.inverseDynamics.a': (a) => model.inverseDynamics({ a }),
  'model.pose': (frame) => model.pose(frame),
  'model.pose.body': (body) => model.pose({ body }),
  'model.pose.frame': (frame) => model.pose({ body: 'crank', frame }),
  'model.pose.rotation': (rotation) => model.pose({ body: 'crank', frame: { rotation } }),
  'model.twist.reference': (reference) => model.twist('crank', {}, reference),
  'model.jacobian.axes': (axes) => model.jacobian('crank', {}, axes),
  'model.jacobianRate.state': (state) => model.jacobianRate('crank', state),
  'model.acceleration': (motion) => model.acceleration('crank', motion),
  'model.accelerations.a': (a) => model.accelerations({ a }),
  'model.centerOfMass': (state) => model.centerOfMass(state),
  'model.centroidalMomentum': (state) => model.centroidalMomentum(state),
  'model.operationalSpaceInertia': (frames) => model.operationalSpaceInertia(frames),
  'model.recursion.tau': (tau) => model.recursion({ tau }),
  'model.recursion.wrenches': (wrenches) => model.recursion({ wrenches }),
  'model.gravityCompensation': (actuation) => model.gravityCompensation({}, actuation),
  'model.massMatrix.actuated': (actuated) => model.massMatrix({}, { actuated }),
  'model.inverseKinematics': (targets) => model.inverseKinematics(targets),
  'model.inverseKinematics.target': (target) => model.inverseKinematics([target]),
  'model.inverseKinematics.position': (position) =>
    model.inverseKinematics([{ frame: 'rocker', position }]),
  'model.inverseKinematics.rotation': (rotation) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3, rotation }]),
  'model.inverseKinematics.weight': (positionWeight) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3, positionWeight }]),
  'model.inverseKinematics.options': (options) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, options),
  'model.inverseKinematics.held': (held) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, { held }),
  'model.inverseKinematics.tolerance': (tolerance) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, { tolerance }),
  'model.inverseKinematics.iterations': (iterations) =>
    model.inverseKinematics([{ frame: 'rocker', position: origin3 }], {}, { iterations }),
  'model.inertialRegressor': (motion) => model.inertialRegressor(motion),
  'model.fitInertialParameters': (samples) => model.fitInertialParameters(samples),
  'model.fitInertialParameters.sample': (sample) => model.fitInertialParameters([sample]),
  'model.fitInertialParameters.q': (q) => model.fitInertialParameters([{ q }]),
  'model.fitInertialParameters.options': (options) => model.fitInertialParameters([], options),
  'model.massMatrix': (state) => model.massMatrix(state),
  'model.poses.v': (v) => model.poses({ v }),
  'model.energy': (state) => model.energy(state),
  simulate: (source) => linkwork.simulate(source).dispose(),
  'simulate.assemble': (assemble) => linkwork.simulate(fourBar(), { assemble }).dispose(),
  'simulate.options': (options) =>
    linkwork.simulate(chain(), options as SimulationOptions).dispose(),
  'simulate.method': (method) => linkwork.simulate(chain(), { solver: { method } }).dispose(),
  'simulate.integrator': (integrator) =>
    linkwork.simulate(chain(), { solver: { method: 'articulated-body', integrator } }).dispose(),
  'simulate.step': (step) => linkwork.simulate(chain(), { step }).dispose(),
  'simulate.variational': (variational) => linkwork.simulate(chain(), { variational }).dispose(),
  'simulate.contact': (contact) => linkwork.simulate(chain(), { contact }).dispose(),
  'simulate.contact.allow': (allow) => linkwork.simulate(chain(), { contact: { allow } }).dispose(),
  'simulate.state': (state) => linkwork.simulate(chain(), { state }).dispose(),
  catalogue: (options) => linkwork.info(chain(options)),
  'catalogue.name': (catalogue) => linkwork.info({ catalogue }),
  'catalogue.links': (links) => linkwork.info(chain({ links })),
  'catalogue.joint': (joint) => linkwork.info(chain({ joint })),
  'mechanismFromUrdf.linkwork': (library) => mechanismFromUrdf(library, urdf),
  'mechanismToMjcf.linkwork': (library) => mechanismToMjcf(library, chain()),
  mechanismFromUrdf: (text) => mechanismFromUrdf(linkwork, text),
  'mechanismFromUrdf.options': (options) => mechanismFromUrdf(linkwork, urdf, options),
  'mechanismFromUrdf.base': (base) => mechanismFromUrdf(linkwork, urdf, { base }),
  'mechanismFromUrdf.collisions': (collisions) => mechanismFromUrdf(linkwork, urdf, { collisions }),
  'mechanismFromUrdf.ground': (ground) => mechanismFromUrdf(linkwork, urdf, { ground }),
  mechanismToUrdf: (source) => mechanismToUrdf(linkwork, source),
  'mechanismToUrdf.options': (options) => mechanismToUrdf(linkwork, chain(), options),
  'mechanismToUrdf.limits': (limits) => mechanismToUrdf(linkwork, chain(), { limits }),
  mechanismFromMjcf: (text) => mechanismFromMjcf(linkwork, text),
  'mechanismFromMjcf.options': (options) => mechanismFromMjcf(linkwork, mjcf, options),
  'mechanismFromMjcf.include': (include) => mechanismFromMjcf(linkwork, mjcf, { include }),
  'mechanismFromMjcf.keyframe': (keyframe) => mechanismFromMjcf(linkwork, mjcf, { keyframe }),
  mechanismToMjcf: (source) => mechanismToMjcf(linkwork, source),
  mechanismFromSdf: (text) => mechanismFromSdf(linkwork, text),
  'mechanismFromSdf.options': (options) => mechanismFromSdf(linkwork, '<sdf/>', options),
  positionSize: (joint) => positionSize(joint),
  velocitySize: (joint) => velocitySize(joint),
  MechanismView: (source) => new MechanismView(source),
  'MechanismView.options': (options) => new MechanismView(linkwork.mechanism(chain()), options),
  'MechanismView.up': (up) => new MechanismView(linkwork.mechanism(chain()), { up })
}

const origin = [0, 0, 0]
export const ofSimulation: Record<string, Call> = {
  step: (count, simulation) => simulation.step(count),
  advance: (seconds, simulation) => simulation.advance(seconds),
  stepSize: (seconds, simulation) => {
    simulation.stepSize = seconds
  },
  solver: (solver, simulation) => {
    simulation.solver = solver
  },
  'solver.method': (method, simulation) => {
    simulation.solver = { method }
  },
  'setTorque.joint': (joint, simulation) => simulation.forces.setTorque(joint, 0),
  'setTorque.values': (values, simulation) => simulation.forces.setTorque(0, values),
  setTorques: (values, simulation) => simulation.forces.setTorques(values),
  setWrenches: (values, simulation) => simulation.forces.setWrenches(values),
  'setState.state': (state, simulation) => simulation.setState(state),
  assembleHere: (wanted, simulation) => simulation.assemble(wanted),
  'rollout.controls': (controls, simulation) => simulation.rollout(controls, 1),
  'rollout.intervals': (intervals, simulation) => simulation.rollout([0, 0], intervals),
  'rollout.options': (options, simulation) => simulation.rollout([0, 0], 1, options),
  'setWrench.body': (body, simulation) => simulation.forces.setWrench(body, [...origin, ...origin]),
  'setWrench.wrench': (wrench, simulation) => simulation.forces.setWrench(0, wrench),
  'applyImpulse.body': (body, simulation) => simulation.forces.applyImpulse(body, origin, origin),
  'applyImpulse.localPoint': (point, simulation) =>
    simulation.forces.applyImpulse(0, point, origin),
  'applyImpulse.impulse': (impulse, simulation) =>
    simulation.forces.applyImpulse(0, origin, impulse),
  'closestPoints.first': (first, simulation) => simulation.contacts.closestPoints(first, 'world'),
  'closestPoints.collider': (collider, simulation) =>
    simulation.contacts.closestPoints(0, { collider }),
  'closestPoints.options': (options, simulation) =>
    simulation.contacts.closestPoints(0, 1, options),
  overlaps: (shape, simulation) => simulation.contacts.overlaps(shape),
  'overlaps.radius': (radius, simulation) =>
    simulation.contacts.overlaps({ type: 'sphere', radius }),
  'overlaps.points': (points, simulation) => simulation.contacts.overlaps({ type: 'hull', points }),
  'overlaps.options': (options, simulation) =>
    simulation.contacts.overlaps({ type: 'plane' }, options),
  'applyPointForce.body': (body, simulation) =>
    simulation.forces.applyPointForce(body, origin, origin),
  'applyPointForce.point': (point, simulation) =>
    simulation.forces.applyPointForce(0, point, origin),
  'applyPointForce.force': (force, simulation) =>
    simulation.forces.applyPointForce(0, origin, force),
  'pull.body': (body, simulation) => simulation.forces.pull(body, origin, origin),
  'pull.point': (point, simulation) => simulation.forces.pull(0, point, origin),
  'pull.target': (target, simulation) => simulation.forces.pull(0, origin, target),
  'pull.options': (options, simulation) => simulation.forces.pull(0, origin, origin, options),
  'pull.stiffness': (stiffness, simulation) =>
    simulation.forces.pull(0, origin, origin, { stiffness }),
  track: (tracking, simulation) => simulation.tracking.start(tracking),
  'track.joints': (joints, simulation) => simulation.tracking.start({ joints }),
  'setState.q': (q, simulation) => simulation.setState(q, simulation.v),
  'setState.v': (v, simulation) => simulation.setState(simulation.q, v),
  snapshot: (into, simulation) => simulation.snapshot(into),
  restore: (snapshot, simulation) => simulation.restore(snapshot),
  inverseDynamics: (a, simulation) => simulation.dynamics.inverseDynamics(a),
  inverseDynamicsDerivatives: (a, simulation) => simulation.dynamics.inverseDynamicsDerivatives(a),
  reactions: (axes, simulation) => simulation.dynamics.reactions(axes),
  'MechanismView.update': (poses, simulation) => new MechanismView(simulation).update(poses),
  pick: (raycaster, simulation) => new MechanismView(simulation).pick(raycaster),
  body: (body, simulation) => new MechanismView(simulation).body(body),
  fitCamera: (camera, simulation) => fitCamera(camera, new MechanismView(simulation)),
  'fitCamera.margin': (margin, simulation) =>
    fitCamera(new PerspectiveCamera(), new MechanismView(simulation), margin),
  'ForceArrows.options': (options, simulation) => new ForceArrows(simulation, options),
  'ForceArrows.show': (show, simulation) => new ForceArrows(simulation, { show }),
  addToBody: (body, simulation) => new MechanismView(simulation).addToBody(body, new Object3D()),
  'addToBody.object': (object, simulation) => new MechanismView(simulation).addToBody(0, object),
  addInstances: (bodies, simulation) =>
    new MechanismView(simulation).addInstances(new InstancedMesh(undefined, undefined, 1), bodies, [
      new Matrix4()
    ]),
  addRods: (rods, simulation) =>
    new MechanismView(simulation).addRods(
      rods,
      new InstancedMesh(undefined, undefined, 1).geometry,
      new InstancedMesh(undefined, undefined, 1).material as never
    )
}

export function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
}

/** Nothing thrown, or an error of ours that says something. */
function expectOurs(error: unknown): void {
  if (error === undefined) return
  expect(ours.map((type) => type.name)).toContain((error as Error).constructor?.name)
  expect((error as Error).message.length).toBeGreaterThan(10)
}

/** Calls with each of these values throw nothing or an error of ours, and the library goes on. */
export function expectRefusal(call: Call, values: readonly (() => unknown)[]): void {
  for (const make of values) {
    expectOurs(thrownBy(() => call(make() as never, undefined as never)))
  }
  expect(linkwork.info(chain()).degreesOfFreedom).toBe(5)
}

/** The same of calls to a simulation, which keeps its state where they throw. */
export function expectRefusalBySimulation(call: Call, values: readonly (() => unknown)[]): void {
  for (const make of values) {
    using simulation = linkwork.simulate(chain({ links: 3 }), { step: 1 / 64 })
    simulation.step(2)
    const numbers = () => [simulation.time, simulation.stepSize, ...simulation.q, ...simulation.v]
    const before = numbers()
    const error = thrownBy(() => call(make() as never, simulation))
    expectOurs(error)
    if (error === undefined) continue
    expect(numbers()).toEqual(before)
    simulation.step()
    expect(simulation.q.every(Number.isFinite)).toBe(true)
  }
}
