// MuJoCo: trees in reduced coordinates, double precision; loops and gears as equality constraints, as
// stiff as it lets them be at a step. `implicitfast` is left out: undamped it steps as Euler does.
import { inverse, product, rotate, scale, subtract } from '../algebra.mjs'
import { bytesOf, importPeer, versionOf } from '../loading.mjs'

const integrators = { Euler: 'mjINT_EULER', implicit: 'mjINT_IMPLICIT', RK4: 'mjINT_RK4' }
const fieldOrder = ([x, y, z, w]) => [w, x, y, z]
const ourOrder = ([w, x, y, z]) => [x, y, z, w]

export async function mujocoWays() {
  const { default: start } = await importPeer('@mujoco/mujoco/mujoco.js')
  const mj = await start({ wasmBinary: await bytesOf('@mujoco/mujoco/mujoco.wasm') })
  const version = await versionOf('@mujoco/mujoco')
  return Object.entries(integrators).map(([name, constant]) => ({
    family: 'MuJoCo',
    name: `MuJoCo ${name}`,
    version,
    digits: 64,
    make: (problem, step) => motionOf(mj, problem, step, mj.mjtIntegrator[constant].value)
  }))
}

/** By the mjSpec API: XML that is nested 150 deep overflows the stack of the WebAssembly. */
function modelOf(mj, problem, step, integrator) {
  const spec = mj.parseXMLString('<mujoco><option><flag contact="disable"/></option></mujoco>')
  spec.option.timestep = step
  spec.option.integrator = integrator
  spec.option.gravity.set(problem.gravity)
  spec.option.iterations = 50
  spec.option.tolerance = 1e-12
  spec.compiler.degree = false
  const none = mj.mjs_getSpecDefault(spec)
  addBodies(mj, spec, none, problem)
  for (const { parent, child, parentFrame } of problem.loops) {
    const equality = mj.mjs_addEquality(spec, none)
    equality.type = mj.mjtEq.mjEQ_CONNECT
    equality.objtype = mj.mjtObj.mjOBJ_BODY
    equality.name1 = problem.bodies[parent].name
    equality.name2 = problem.bodies[child].name
    equality.data.set(parentFrame.position)
    stiffen(equality, step)
  }
  for (const { terms, offset = 0 } of problem.gears) addGear(mj, spec, none, terms, offset, step)
  const model = mj.mj_compile(spec)
  // The second anchor is placed at angles of zero, where the loop is open: set it directly.
  problem.loops.forEach(({ parentFrame, childFrame }, i) => {
    model.eq_data.set([...parentFrame.position, ...childFrame.position], i * mj.mjNEQDATA)
  })
  return { spec, model }
}

function addBodies(mj, spec, none, problem) {
  const handles = []
  const world = mj.mjs_findBody(spec, 'world')
  for (const { name, mass, center, principal, joint } of problem.bodies) {
    const { parent, parentFrame, childFrame, axis } = joint
    const body = mj.mjs_addBody(handles[parent] ?? world, none)
    mj.mjs_setName(body.element, name)
    const turn = product(parentFrame.turn, inverse(childFrame.turn)) // at an angle of zero
    body.pos.set(subtract(parentFrame.position, rotate(turn, childFrame.position)))
    body.quat.set(fieldOrder(turn))
    body.explicitinertial = true
    body.mass = mass
    body.ipos.set(center)
    body.inertia.set(principal.moments)
    body.iquat.set(fieldOrder(principal.turn))
    const hinge = mj.mjs_addJoint(body, none)
    mj.mjs_setName(hinge.element, joint.name)
    hinge.type = mj.mjtJoint.mjJNT_HINGE
    hinge.pos.set(childFrame.position)
    hinge.axis.set(rotate(childFrame.turn, axis))
    handles.push(body)
  }
}

/** Σ coefficient · q = offset of two joints, as q₁ = a + b q₂. */
function addGear(mj, spec, none, terms, offset, step) {
  if (terms.length !== 2) throw new Error('gears of two joints only')
  const [one, other] = terms
  const equality = mj.mjs_addEquality(spec, none)
  equality.type = mj.mjtEq.mjEQ_JOINT
  equality.objtype = mj.mjtObj.mjOBJ_JOINT
  equality.name1 = one.joint
  equality.name2 = other.joint
  equality.data.set(scale([offset, -other.coefficient, 0, 0, 0], 1 / one.coefficient))
  stiffen(equality, step)
}

/** A time constant of two steps is the least that MuJoCo admits. */
function stiffen(equality, step) {
  equality.solref.set([2 * step, 1])
  equality.solimp.set([0.9999, 0.9999, 0.001, 0.5, 2])
}

function motionOf(mj, problem, step, integrator) {
  const { spec, model } = modelOf(mj, problem, step, integrator)
  const data = new mj.MjData(model)
  // It numbers bodies depth first. Of a revolute joint positions and velocities have one address.
  const numbers = problem.bodies.map(({ name }) =>
    mj.mj_name2id(model, mj.mjtObj.mjOBJ_BODY.value, name)
  )
  problem.bodies.forEach(({ joint }, i) => {
    const address = model.jnt_qposadr[model.body_jntadr[numbers[i]]]
    data.qpos[address] = joint.angle
  })
  mj.mj_forward(model, data)
  const energy = mj.mjtEnableBit.mjENBL_ENERGY.value
  return {
    step(count) {
      for (let i = 0; i < count; i++) mj.mj_step(model, data)
    },
    read() {
      model.opt.enableflags |= energy
      mj.mj_forward(model, data)
      model.opt.enableflags &= ~energy
      const poses = numbers.flatMap((n) => [
        ...data.xpos.subarray(3 * n, 3 * n + 3),
        ...ourOrder(data.xquat.subarray(4 * n, 4 * n + 4))
      ])
      return { poses, energy: data.energy[0] + data.energy[1] }
    },
    save: () => ({
      qpos: Array.from(data.qpos),
      qvel: Array.from(data.qvel),
      guess: Array.from(data.qacc_warmstart),
      time: data.time
    }),
    restore({ qpos, qvel, guess, time }) {
      data.qpos.set(qpos)
      data.qvel.set(qvel)
      data.qacc_warmstart.set(guess)
      data.time = time
    },
    dispose() {
      data.delete()
      model.delete()
      spec.delete()
    }
  }
}
