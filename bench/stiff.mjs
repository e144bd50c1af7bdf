// Fingers of light links with strong dampers and springs, by linkwork and by MuJoCo: error, order, energy
// and cost of a step.

import { load } from '../wasm_bindings/dist/index.js'
import { mechanismToMjcf } from '../wasm_bindings/dist/mjcf/index.js'
import { bytesOf, importPeer, versionOf } from './peers-wasm/loading.mjs'
import { heading, row } from './table.mjs'

const seconds = 1
const step = 2e-3
const dampers = [0.01, 0.1, 1]
const springs = [10, 1000]
const links = 3

/** Links of 10 g and 4 cm that hang from each other, all bent by half a radian. */
function finger({ damping = 0, stiffness = 0 }) {
  const names = Array.from({ length: links }, (_, i) => `link${i}`)
  return {
    linkwork: 1,
    name: 'finger',
    bodies: names.map((name) => ({
      name,
      mass: 0.01,
      centerOfMass: [0, 0, -0.02],
      inertia: [2e-6, 2e-6, 2e-6]
    })),
    joints: names.map((child, i) => ({
      name: `joint${i}`,
      type: 'revolute',
      axis: [0, 1, 0],
      parent: names[i - 1] ?? 'world',
      child,
      parentFrame: { position: [0, 0, i ? -0.04 : 0] },
      damping,
      stiffness
    })),
    initialState: { q: Object.fromEntries(names.map((_, i) => [`joint${i}`, [0.5]])) }
  }
}

const linkwork = await load()
const { default: start } = await importPeer('@mujoco/mujoco/mujoco.js')
const mj = await start({ wasmBinary: await bytesOf('@mujoco/mujoco/mujoco.wasm') })

function ours(method, integrator) {
  return {
    name: `\`${method}\`, \`${integrator}\``,
    make(mechanism, h) {
      const simulation = linkwork.simulate(mechanism, { solver: { method, integrator }, step: h })
      return {
        step: () => simulation.step(),
        angle: () => simulation.q[0],
        energy: () => simulation.energy.kinetic + simulation.energy.potential,
        dispose: () => simulation.dispose()
      }
    }
  }
}

function mujoco(name, constant) {
  return {
    name: `MuJoCo ${name}`,
    make(mechanism, h) {
      const spec = mj.parseXMLString(mechanismToMjcf(linkwork, mechanism).text)
      spec.option.timestep = h
      spec.option.integrator = mj.mjtIntegrator[constant].value
      const model = mj.mj_compile(spec)
      const data = new mj.MjData(model)
      data.qpos.fill(0.5)
      model.opt.enableflags |= mj.mjtEnableBit.mjENBL_ENERGY.value
      mj.mj_forward(model, data)
      return {
        step: () => mj.mj_step(model, data),
        angle: () => data.qpos[0],
        energy() {
          mj.mj_forward(model, data)
          return data.energy[0] + data.energy[1]
        },
        dispose() {
          data.delete()
          model.delete()
          spec.delete()
        }
      }
    }
  }
}

const ways = [
  ours('articulated-body', 'rk4'),
  ours('articulated-body', 'semi-implicit-euler'),
  ours('articulated-body', 'rosenbrock'),
  ours('variational', 'second-order'),
  ours('variational-maximal', 'second-order'),
  ours('multipliers', 'rattle'),
  mujoco('Euler', 'mjINT_EULER'),
  mujoco('implicitfast', 'mjINT_IMPLICITFAST'),
  mujoco('RK4', 'mjINT_RK4')
]

/** The angle of the first joint and the energy after a second, and microseconds a step; or why not. */
function run(way, parameters, h) {
  let motion
  try {
    motion = way.make(finger(parameters), h)
    const before = motion.energy()
    const steps = Math.round(seconds / h)
    const begin = process.cpuUsage()
    for (let i = 0; i < steps; i++) motion.step()
    const { user, system } = process.cpuUsage(begin)
    const angle = motion.angle()
    if (!(Math.abs(angle) < 10)) throw new Error('diverges')
    return { angle, before, energy: motion.energy(), microseconds: (user + system) / steps }
  } catch {
    return undefined
  } finally {
    motion?.dispose()
  }
}

/** By fourth-order steps that are short enough for explicit dampers. */
function reference(damping) {
  const most = 2e-5 * Math.min(1, 0.1 / damping)
  const h = seconds / Math.ceil(seconds / most)
  return run(ours('articulated-body', 'rk4'), { damping }, h).angle
}

heading([
  `${links} links of 10 g, ${1e3 * step} ms`,
  ...dampers.map((damping) => `error, order: ${damping} N·m·s`),
  ...springs.map((stiffness) => `energy left: ${stiffness} N·m`),
  'µs a step'
])
const exact = dampers.map(reference)
/** The energy of the finger that hangs at rest. */
const lowest =
  -9.81 * 0.01 * Array.from({ length: links }, (_, i) => 0.02 + 0.04 * i).reduce((a, b) => a + b)
for (const way of ways) {
  const errors = dampers.map((damping, i) => {
    const [coarse, fine] = [step, step / 2].map((h) => run(way, { damping }, h))
    if (!coarse || !fine) return '–'
    const [error, finer] = [coarse, fine].map(({ angle }) => Math.abs(angle - exact[i]))
    return `${error.toExponential(1)}, ${Math.log2(error / finer).toFixed(1)}`
  })
  const energies = springs.map((stiffness) => {
    const result = run(way, { stiffness }, step)
    if (!result) return '–'
    return `${Math.round((100 * (result.energy - lowest)) / (result.before - lowest))} %`
  })
  const costs = dampers.map((damping) => run(way, { damping }, step)?.microseconds).filter(Boolean)
  row([way.name, ...errors, ...energies, costs.length ? Math.min(...costs).toFixed(2) : '–'])
}
console.log(
  `\nMuJoCo ${await versionOf('@mujoco/mujoco')}, in Node.js. A dash: the motion fails or diverges.`
)
