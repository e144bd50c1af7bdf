// Jolt: bodies held by revolute joint constraints, single precision; gears as gear constraints. Its solver is
// left at ten steps of velocities and two of positions, the default.
import { add, perpendicular, rotate, subtract } from '../algebra.mjs'
import { importPeer, versionOf } from '../loading.mjs'

export async function joltWays() {
  const { default: start } = await importPeer('jolt-physics/dist/jolt-physics.wasm.js')
  const jolt = await start()
  return [
    {
      family: 'Jolt',
      name: 'Jolt hinge constraints',
      version: await versionOf('jolt-physics'),
      digits: 32,
      make: (problem, step) => motionOf(jolt, problem, step)
    }
  ]
}

function motionOf(jolt, problem, step) {
  const using = (made, use) => {
    const result = use(made)
    jolt.destroy(made)
    return result
  }
  const withVector = (a, use) => using(new jolt.Vec3(...a), use)
  const withPlace = (a, use) => using(new jolt.RVec3(...a), use)
  const world = using(settingsOf(jolt), (settings) => new jolt.JoltInterface(settings))
  const system = world.GetPhysicsSystem()
  withVector(problem.gravity, (gravity) => system.SetGravity(gravity))
  const { bodies } = problem
  const handles = bodies.map((body, i) => {
    const { position, turn } = problem.start[i]
    const place = add(position, rotate(turn, body.center)) // its bodies are where their masses are
    const settings = withPlace(place, (at) =>
      using(new jolt.Quat(...turn), (towards) => dynamicBody(jolt, at, towards))
    )
    settings.mMassPropertiesOverride.mMass = body.mass
    settings.mMassPropertiesOverride.mInertia = inertiaOf(jolt, body.inertia, withVector)
    return using(settings, () => {
      const handle = system.GetBodyInterface().CreateBody(settings)
      system.GetBodyInterface().AddBody(handle.GetID(), jolt.EActivation_Activate)
      return handle
    })
  })
  const ground = jolt.JoltInterface.prototype.sGetFixedToWorldBody()
  const constrain = (settings, parent, child) =>
    using(settings, () => {
      settings.mSpace = jolt.EConstraintSpace_LocalToBodyCOM
      const constraint = settings.Create(handles[parent] ?? ground, handles[child])
      system.AddConstraint(constraint)
      return constraint
    })
  const hinge = ({ parent, child, parentFrame, childFrame, axis }) => {
    const settings = new jolt.HingeConstraintSettings()
    const side = (n, body, { position, turn }) => {
      const place = subtract(position, bodies[body]?.center ?? [0, 0, 0])
      withPlace(place, (at) => {
        settings[`mPoint${n}`] = at
      })
      withVector(rotate(turn, axis), (along) => {
        settings[`mHingeAxis${n}`] = along
      })
      withVector(rotate(turn, perpendicular(axis)), (across) => {
        settings[`mNormalAxis${n}`] = across
      })
    }
    side(1, parent, parentFrame)
    side(2, child, childFrame)
    return constrain(settings, parent, child)
  }
  const hinges = new Map(problem.joints.map((joint) => [joint.name, hinge(joint)]))
  problem.loops.map(hinge)
  for (const { terms } of problem.gears) {
    const [one, other] = terms.map(({ joint }) => problem.joints.find((j) => j.name === joint))
    const settings = new jolt.GearConstraintSettings()
    withVector(rotate(one.childFrame.turn, one.axis), (axis) => {
      settings.mHingeAxis1 = axis
    })
    withVector(rotate(other.childFrame.turn, other.axis), (axis) => {
      settings.mHingeAxis2 = axis
    })
    settings.mRatio = terms[1].coefficient / terms[0].coefficient
    const gear = constrain(settings, one.child, other.child)
    jolt
      .castObject(gear, jolt.GearConstraint)
      .SetConstraints(hinges.get(one.name), hinges.get(other.name))
  }
  return {
    step(count) {
      for (let i = 0; i < count; i++) world.Step(step, 1)
    },
    read() {
      const numbers = (v) => [v.GetX(), v.GetY(), v.GetZ()]
      const poses = handles.flatMap((handle, i) => {
        const rotation = handle.GetRotation()
        const turn = [...numbers(rotation), rotation.GetW()]
        const place = numbers(handle.GetCenterOfMassPosition())
        return [...subtract(place, rotate(turn, bodies[i].center)), ...turn]
      })
      const linear = handles.flatMap((handle) => numbers(handle.GetLinearVelocity()))
      const angular = handles.flatMap((handle) => numbers(handle.GetAngularVelocity()))
      return { poses, linear, angular }
    },
    dispose: () => jolt.destroy(world)
  }
}

/** Of a world where nothing collides, in one thread. */
function settingsOf(jolt) {
  const settings = new jolt.JoltSettings()
  settings.mMaxWorkerThreads = 0
  const filter = new jolt.ObjectLayerPairFilterTable(2)
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2)
  for (const layer of [0, 1])
    layers.MapObjectToBroadPhaseLayer(layer, new jolt.BroadPhaseLayer(layer))
  settings.mObjectLayerPairFilter = filter
  settings.mBroadPhaseLayerInterface = layers
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    2,
    filter,
    2
  )
  return settings
}

/** A body without a shape, undamped, that never sleeps; its gyroscopic forces are off by default. */
function dynamicBody(jolt, at, towards) {
  const shape = new jolt.EmptyShape()
  const settings = new jolt.BodyCreationSettings(shape, at, towards, jolt.EMotionType_Dynamic, 1)
  settings.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided
  settings.mLinearDamping = 0
  settings.mAngularDamping = 0
  settings.mAllowSleeping = false
  settings.mApplyGyroscopicForce = true
  settings.mMaxLinearVelocity = 1e6
  settings.mMaxAngularVelocity = 1e6
  return settings
}

function inertiaOf(jolt, [xx, yy, zz, xy, xz, yz], withVector) {
  const inertia = jolt.Mat44.prototype.sIdentity()
  const columns = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz]
  ]
  columns.forEach((column, i) => {
    withVector(column, (entries) => inertia.SetColumn3(i, entries))
  })
  return inertia
}
