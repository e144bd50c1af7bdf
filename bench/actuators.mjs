// Motions under random controls by linkwork and by MuJoCo: MJCF models in, differences of positions out.
// usage: bench/actuators MODEL.xml...

import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { load } from '../wasm_bindings/dist/index.js'
import { mechanismFromMjcf } from '../wasm_bindings/dist/mjcf/index.js'
import { bytesOf, importPeer, versionOf } from './peers-wasm/loading.mjs'
import { heading, row } from './table.mjs'

const seconds = 1
const step = 1e-3
/** Steps under the same controls. */
const hold = 20

const linkwork = await load()
const { default: start } = await importPeer('@mujoco/mujoco/mujoco.js')
const mj = await start({ wasmBinary: await bytesOf('@mujoco/mujoco/mujoco.wasm') })

/** A generator of numbers from 0 to 1. */
function random(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** The text of a model, with the contents of the files that it includes. */
function textOf(path) {
  const text = readFileSync(path, 'utf8')
  return text.replaceAll(/<include\s+file="([^"]+)"\s*\/>/g, (_, name) =>
    textOf(resolve(dirname(path), name)).replaceAll(
      /<\?xml[^>]*>|<\/?mujoco(include)?\b[^>]*>/g,
      ''
    )
  )
}

/** A mechanism without contact, limits and dry friction, which MuJoCo has soft. */
function smoothed(text) {
  const { contact, ...mechanism } = mechanismFromMjcf(linkwork, text).mechanism
  const joints = mechanism.joints.map(({ limits, ballLimits, friction, ...joint }) => joint)
  return { ...mechanism, joints }
}

/** The same in MuJoCo, without a fluid, at its first keyframe. */
function mujocoOf(text) {
  const spec = mj.parseXMLString(text)
  spec.option.timestep = step
  spec.option.integrator = mj.mjtIntegrator.mjINT_RK4.value
  for (const flag of ['CONTACT', 'LIMIT', 'FRICTIONLOSS'])
    spec.option.disableflags |= mj.mjtDisableBit[`mjDSBL_${flag}`].value
  spec.option.density = spec.option.viscosity = 0
  const model = mj.mj_compile(spec)
  const data = new mj.MjData(model)
  if (model.nkey > 0) mj.mj_resetDataKeyframe(model, data, 0)
  return { model, data }
}

/** Differences of joint positions with one coordinate after a second, or why there are none. */
function compare(path) {
  const text = textOf(path)
  const mechanism = smoothed(text)
  const simulation = linkwork.simulate(mechanism, {
    solver: { method: 'articulated-body', integrator: 'rk4' },
    step
  })
  const { model, data } = mujocoOf(text)
  const names = (mechanism.actuators ?? []).map(({ name }) => name)
  const order = names.map((name) => mj.mj_name2id(model, mj.mjtObj.mjOBJ_ACTUATOR.value, name))
  const next = random(7)
  let largest = 0
  for (let i = 0; i < seconds / step; i++) {
    if (i % hold === 0) {
      const controls = (mechanism.actuators ?? []).map(({ controlRange = {} }) => {
        const { lower = -1, upper = 1 } = controlRange
        return lower + (upper - lower) * next()
      })
      simulation.actuators.controls = controls
      data.ctrl.fill(0)
      for (const [k, id] of order.entries()) data.ctrl[id >= 0 ? id : k] = controls[k]
    }
    simulation.step()
    mj.mj_step(model, data)
  }
  let first = 0
  let moved = 0
  for (const joint of mechanism.joints) {
    const size = { fixed: 0, spherical: 4, free: 7 }[joint.type] ?? 1
    const id = mj.mj_name2id(model, mj.mjtObj.mjOBJ_JOINT.value, joint.name)
    if (size === 1 && id >= 0) {
      const theirs = data.qpos[model.jnt_qposadr[id]]
      largest = Math.max(largest, Math.abs(simulation.q[first] - theirs))
      moved = Math.max(moved, Math.abs(theirs))
    }
    first += size
  }
  return { actuators: names.length, joints: mechanism.joints.length, moved, largest }
}

heading(['model', 'actuators', 'joints', 'largest position', 'largest difference'])
for (const path of process.argv.slice(2)) {
  const name = basename(path, '.xml')
  try {
    const { actuators, joints, moved, largest } = compare(path)
    row([name, actuators, joints, moved.toFixed(2), largest.toExponential(1)])
  } catch (error) {
    row([
      name,
      '',
      '',
      '',
      String(error?.message ?? error)
        .split('\n')[0]
        .slice(0, 100)
    ])
  }
}
console.log(`\nMuJoCo ${await versionOf('@mujoco/mujoco')}, RK4, ${1e3 * step} ms, ${seconds} s`)
