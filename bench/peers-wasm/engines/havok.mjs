// Havok: bodies held by constraints with one free axis, single precision. It has no gears.
import { perpendicular, rotate, scale } from '../algebra.mjs'
import { bytesOf, importPeer, versionOf } from '../loading.mjs'

export async function havokWays() {
  const { default: start } = await importPeer('@babylonjs/havok/lib/esm/HavokPhysics_es.js')
  const hk = await start({
    wasmBinary: await bytesOf('@babylonjs/havok/lib/esm/HavokPhysics.wasm')
  })
  return [
    {
      family: 'Havok',
      name: 'Havok constraints',
      version: await versionOf('@babylonjs/havok'),
      digits: 32,
      make: (problem, step) => motionOf(hk, problem, step)
    }
  ]
}

function motionOf(hk, problem, step) {
  if (problem.gears.length > 0) throw new Error('Havok has no gears')
  const done = (result) => {
    const [code, value] = Array.isArray(result) ? result : [result]
    if (code !== hk.Result.RESULT_OK) throw new Error(`Havok answers ${code?.value ?? code}`)
    return value
  }
  const world = done(hk.HP_World_Create())
  done(hk.HP_World_SetGravity(world, problem.gravity))
  done(hk.HP_World_SetIdealStepTime(world, step))
  done(hk.HP_World_SetSpeedLimit(world, 1e6, 1e6))
  const ground = done(hk.HP_Body_Create())
  done(hk.HP_Body_SetMotionType(ground, hk.MotionType.STATIC))
  done(hk.HP_World_AddBody(world, ground, false))
  const bodies = problem.bodies.map(({ mass, center, principal }, i) => {
    const body = done(hk.HP_Body_Create())
    done(hk.HP_Body_SetMotionType(body, hk.MotionType.DYNAMIC))
    // Its inertia is that of one kilogram.
    const inertia = scale(principal.moments, 1 / mass)
    done(hk.HP_Body_SetMassProperties(body, [center, mass, inertia, principal.turn]))
    const { position, turn } = problem.start[i]
    done(hk.HP_Body_SetQTransform(body, [position, turn]))
    done(hk.HP_Body_SetLinearDamping(body, 0))
    done(hk.HP_Body_SetAngularDamping(body, 0))
    done(hk.HP_Body_SetActivationControl(body, hk.ActivationControl.ALWAYS_ACTIVE))
    done(hk.HP_World_AddBody(world, body, false))
    return body
  })
  const constrain = ({ parent, child, parentFrame, childFrame, axis }) => {
    const constraint = done(hk.HP_Constraint_Create())
    done(hk.HP_Constraint_SetParentBody(constraint, bodies[parent] ?? ground))
    done(hk.HP_Constraint_SetChildBody(constraint, bodies[child]))
    const anchor = ({ position, turn }) => [
      position,
      rotate(turn, axis),
      rotate(turn, perpendicular(axis))
    ]
    done(hk.HP_Constraint_SetAnchorInParent(constraint, ...anchor(parentFrame)))
    done(hk.HP_Constraint_SetAnchorInChild(constraint, ...anchor(childFrame)))
    const { LOCKED, FREE } = hk.ConstraintAxisLimitMode
    const { LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z } = hk.ConstraintAxis
    for (const locked of [LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_Y, ANGULAR_Z])
      done(hk.HP_Constraint_SetAxisMode(constraint, locked, LOCKED))
    done(hk.HP_Constraint_SetAxisMode(constraint, ANGULAR_X, FREE))
    done(hk.HP_Constraint_SetCollisionsEnabled(constraint, 0))
    done(hk.HP_Constraint_SetEnabled(constraint, 1))
    return constraint
  }
  const constraints = [...problem.joints, ...problem.loops].map(constrain)
  return {
    step(count) {
      for (let i = 0; i < count; i++) hk.HP_World_Step(world, step)
    },
    read: () => ({
      poses: bodies.flatMap((body) => done(hk.HP_Body_GetQTransform(body)).flat()),
      linear: bodies.flatMap((body) => done(hk.HP_Body_GetLinearVelocity(body))),
      angular: bodies.flatMap((body) => done(hk.HP_Body_GetAngularVelocity(body)))
    }),
    dispose() {
      for (const constraint of constraints) hk.HP_Constraint_Release(constraint)
      for (const body of [ground, ...bodies]) {
        hk.HP_World_RemoveBody(world, body)
        hk.HP_Body_Release(body)
      }
      hk.HP_World_Release(world)
    }
  }
}
