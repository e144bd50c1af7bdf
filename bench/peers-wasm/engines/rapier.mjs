// Rapier: multibody joints (reduced coordinates; loops by impulses) and impulse joints, single
// precision. Its solver is left at four iterations, the default. It has no gears.
import { product, rotate } from '../algebra.mjs'
import { importPeer, versionOf } from '../loading.mjs'

export async function rapierWays() {
  const { default: rapier } = await importPeer('@dimforge/rapier3d-compat/dist/rapier.mjs')
  const { warn } = console
  console.warn = () => {} // of the package about itself: it calls its WebAssembly in an older manner
  await rapier.init()
  console.warn = warn
  const version = await versionOf('@dimforge/rapier3d-compat')
  return ['multibody', 'impulse'].map((kind) => ({
    family: 'Rapier',
    name: `Rapier ${kind} joints`,
    version,
    digits: 32,
    make: (problem, step) => motionOf(rapier, problem, step, kind)
  }))
}

const point = ([x, y, z]) => ({ x, y, z })
const numbers = ({ x, y, z }) => [x, y, z]

/**
 * A multibody joint starts at zero, where its bodies were put. So the frames of all bodies are
 * chosen parallel to the world's at the start, where all joints are at zero then.
 */
function motionOf(rapier, problem, step, kind) {
  if (problem.gears.length > 0) throw new Error('Rapier has no gears')
  const world = new rapier.World(point(problem.gravity))
  world.timestep = step
  const startTurn = (body) => problem.start[body]?.turn ?? [0, 0, 0, 1]
  const ground = world.createRigidBody(rapier.RigidBodyDesc.fixed())
  const bodies = problem.bodies.map(({ mass, center, principal }, i) => {
    const { position, turn } = problem.start[i]
    const [x, y, z, w] = product(turn, principal.turn)
    return world.createRigidBody(
      rapier.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setAdditionalMassProperties(mass, point(rotate(turn, center)), point(principal.moments), {
          x,
          y,
          z,
          w
        })
        .setLinearDamping(0)
        .setAngularDamping(0)
        .setCanSleep(false)
    )
  })
  const join = ({ parent, child, parentFrame, childFrame, axis }, isMultibody) => {
    const data = rapier.JointData.revolute(
      point(rotate(startTurn(parent), parentFrame.position)),
      point(rotate(startTurn(child), childFrame.position)),
      point(rotate(startTurn(child), rotate(childFrame.turn, axis)))
    )
    const ends = [bodies[parent] ?? ground, bodies[child]]
    if (isMultibody) world.createMultibodyJoint(data, ...ends, true)
    else world.createImpulseJoint(data, ...ends, true)
  }
  for (const joint of problem.joints) join(joint, kind === 'multibody')
  for (const loop of problem.loops) join(loop, false)
  return {
    step(count) {
      for (let i = 0; i < count; i++) world.step()
    },
    read: () => ({
      poses: bodies.flatMap((body, i) => {
        const { x, y, z, w } = body.rotation()
        return [...numbers(body.translation()), ...product([x, y, z, w], startTurn(i))]
      }),
      linear: bodies.flatMap((body) => numbers(body.linvel())),
      angular: bodies.flatMap((body) => numbers(body.angvel()))
    }),
    dispose: () => world.free()
  }
}
