// PhysX: an articulation in reduced coordinates, single precision; loops as joints between its links,
// gears as gear joints.
import { fromX, noTurn, product } from '../algebra.mjs'
import { bytesOf, importPeer, versionOf } from '../loading.mjs'

export async function physxWays() {
  const { default: start } = await importPeer('physx-js-webidl/physx-js-webidl.mjs')
  const wasmBinary = await bytesOf('physx-js-webidl/physx-js-webidl.wasm')
  const px = await asInPage(() => start({ wasmBinary }))
  const foundation = px.CreateFoundation(
    px.PHYSICS_VERSION,
    new px.PxDefaultAllocator(),
    new px.PxDefaultErrorCallback()
  )
  const physics = px.CreatePhysics(px.PHYSICS_VERSION, foundation, new px.PxTolerancesScale())
  const dispatcher = px.DefaultCpuDispatcherCreate(0)
  return [
    {
      family: 'PhysX',
      name: 'PhysX articulation',
      version: await versionOf('physx-js-webidl'),
      digits: 32,
      make: (problem, step) => motionOf({ px, physics, dispatcher }, problem, step)
    }
  ]
}

/** The package refuses Node if it finds Node's globals before it first waits: they are hidden until then. */
function asInPage(start) {
  if (globalThis.window) return start()
  const { process } = globalThis
  globalThis.process = undefined
  globalThis.window = {}
  try {
    return start()
  } finally {
    globalThis.process = process
    delete globalThis.window
  }
}

const mostLinks = 256

function motionOf({ px, physics, dispatcher }, problem, step) {
  // Longer ones bring the module down, and all that is in it.
  if (problem.bodies.length > mostLinks) throw new Error(`PhysX aborts beyond ${mostLinks} links`)
  const vector = (a) => new px.PxVec3(...a)
  const transform = (position, turn) => new px.PxTransform(vector(position), new px.PxQuat(...turn))
  const description = new px.PxSceneDesc(new px.PxTolerancesScale())
  description.gravity = vector(problem.gravity)
  description.cpuDispatcher = dispatcher
  description.filterShader = px.DefaultFilterShader()
  const scene = physics.createScene(description)
  const articulation = physics.createArticulationReducedCoordinate()
  articulation.setArticulationFlag(px.PxArticulationFlagEnum.eFIX_BASE, true)
  articulation.setSleepThreshold(0)
  articulation.setStabilizationThreshold(0)
  const addLink = (parent, position, turn) => {
    const link = articulation.createLink(parent, transform(position, turn))
    if (!link?.ptr) throw new Error('PhysX refuses a link more')
    link.setLinearDamping(0)
    link.setAngularDamping(0)
    link.setMaxLinearVelocity(1e6)
    link.setMaxAngularVelocity(1e6)
    link.setCfmScale(0)
    return link
  }
  const base = addLink(null, [0, 0, 0], noTurn)
  const links = []
  // Its revolute joints turn about x.
  const hinge = ({ position, turn }, axis) => transform(position, product(turn, fromX(axis)))
  const twist = px.PxArticulationAxisEnum.eTWIST
  problem.bodies.forEach(({ mass, center, principal, joint }, i) => {
    const { position, turn } = problem.start[i]
    const link = addLink(links[joint.parent] ?? base, position, turn)
    link.setCMassLocalPose(transform(center, principal.turn))
    link.setMass(mass)
    link.setMassSpaceInertiaTensor(vector(principal.moments))
    const inbound = link.getInboundJoint()
    inbound.setJointType(px.PxArticulationJointTypeEnum.eREVOLUTE)
    inbound.setMotion(twist, px.PxArticulationMotionEnum.eFREE)
    inbound.setParentPose(hinge(joint.parentFrame, joint.axis))
    inbound.setChildPose(hinge(joint.childFrame, joint.axis))
    inbound.setJointPosition(twist, joint.angle)
    inbound.setFrictionCoefficient(0)
    inbound.setArmature(twist, 0)
    inbound.setMaxJointVelocity(1e6)
    links.push(link)
  })
  scene.addArticulation(articulation)
  const joints = px.PxTopLevelFunctions.prototype
  const extras = [
    ...problem.loops.map(({ parent, child, parentFrame, childFrame, axis }) =>
      joints.RevoluteJointCreate(
        physics,
        links[parent],
        hinge(parentFrame, axis),
        links[child],
        hinge(childFrame, axis)
      )
    ),
    ...problem.gears.map(({ terms }) => {
      const [one, other] = terms.map(({ joint }) => problem.joints.find((j) => j.name === joint))
      const [first, second] = [one, other].map(({ child }) => links[child])
      const gear = joints.GearJointCreate(
        physics,
        first,
        hinge(one.childFrame, one.axis),
        second,
        hinge(other.childFrame, other.axis)
      )
      gear.setHinges(first.getInboundJoint(), second.getInboundJoint())
      gear.setGearRatio(terms[0].coefficient / terms[1].coefficient)
      return gear
    })
  ]
  return {
    step(count) {
      for (let i = 0; i < count; i++) {
        scene.simulate(step)
        scene.fetchResults(true)
      }
    },
    read() {
      const xyz = ({ x, y, z }) => [x, y, z]
      const poses = links.flatMap((link) => {
        const { p, q } = link.getGlobalPose()
        return [p.x, p.y, p.z, q.x, q.y, q.z, q.w]
      })
      const linear = links.flatMap((link) => xyz(link.getLinearVelocity()))
      const angular = links.flatMap((link) => xyz(link.getAngularVelocity()))
      return { poses, linear, angular }
    },
    dispose() {
      for (const joint of extras) joint.release()
      scene.removeArticulation(articulation)
      articulation.release()
      scene.release()
    }
  }
}
