// One task in a thread, and a module, of its own: a long motion, or many short lives.
import { parentPort, workerData } from 'node:worker_threads'
import { load } from 'linkwork'
import { catalogue, methods } from 'linkwork/tables'
import { slopeOf } from './slope.mjs'

const linkwork = await load()
const warmUp = 1000

/** The address of a new simulation, and the size of the memory [bytes]. */
function whereNext() {
  const simulation = linkwork.simulate({ catalogue: 'chain', options: { links: 100 } })
  const { byteOffset: place, buffer } = simulation.q
  simulation.dispose()
  return { place, wasm: buffer.byteLength }
}

/**
 * After a collection [bytes]: the module's memory, the place of a simulation in it, and the
 * JavaScript of this thread. Simulations take turns in holes of one size: the first few settle them,
 * of the others it is the highest place.
 */
function heaps() {
  global.gc()
  const made = Array.from({ length: 16 }, whereNext).slice(8)
  return {
    wasm: made[0].wasm,
    place: Math.max(...made.map(({ place }) => place)),
    script: process.memoryUsage().heapUsed
  }
}

/** Errors of energy and loops in so many steps, sampled every so many. */
function motion({ source, method, integrator, step, steps, every, isPile }) {
  const simulation = linkwork.simulate(source, { solver: { method, integrator }, step })
  const energyOf = () =>
    simulation.energy.kinetic + simulation.energy.potential - simulation.energy.work
  const [energy, potential] = [energyOf(), simulation.energy.potential]
  const times = new Float64Array(Math.floor(steps / every))
  const changes = new Float64Array(times.length)
  let [taken, samples, gap, before] = [0, 0, 0, undefined]
  // Resting mechanisms have no energy to compare with.
  let scale = isPile ? Math.abs(potential) : simulation.energy.kinetic
  let failure
  try {
    for (; taken < steps; taken++) {
      simulation.step()
      if (taken === warmUp) before = heaps()
      if ((taken + 1) % every !== 0) continue
      times[samples] = simulation.time
      changes[samples++] = energyOf() - energy
      gap = Math.max(gap, simulation.constraints.loopError, simulation.constraints.couplingError)
      const exchanged = Math.abs(simulation.energy.potential - potential)
      if (!isPile) scale = Math.max(scale, simulation.energy.kinetic, exchanged)
    }
  } catch ({ name, message }) {
    failure = { step: taken + 1, name, message }
  }
  const after = heaps()
  const errors = changes.subarray(0, samples).map((change) => change / scale)
  const largest = errors.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  const seconds = simulation.time
  const lineFrom = (first) => slopeOf(times.subarray(first, samples), errors.subarray(first))
  const [whole, secondHalf] = [lineFrom(0), lineFrom(samples >> 1)]
  return { whole, secondHalf, largest, gap, seconds, failure, taken, before, after }
}

/** Simulations that are made, take a step and are disposed of, of all mechanisms by all methods. */
function lives({ cycles }) {
  const fresh = heaps()
  const kinds = kindsOfLife()
  const live = (index) => {
    const [name, options] = kinds[index % kinds.length]
    const simulation = linkwork.simulate({ catalogue: name }, options)
    simulation.step()
    simulation.dispose()
  }
  for (let i = 0; i < warmUp; i++) live(i)
  const warm = heaps()
  for (let i = 0; i < cycles; i++) live(i)
  return { kinds: kinds.length, fresh, warm, end: heaps() }
}

/** Supported combinations: some mechanisms need features that not every integrator has. */
function kindsOfLife() {
  const all = catalogue.flatMap(({ name }) =>
    methods.flatMap(({ name: method, integrators }) =>
      integrators.map(({ name: integrator }) => [name, { method, integrator }])
    )
  )
  return all.filter(([name, options]) => {
    try {
      linkwork.simulate({ catalogue: name }, options).dispose()
      return true
    } catch (error) {
      if (error.name !== 'MechanismError') throw error
      return false
    }
  })
}

parentPort.postMessage(workerData.cycles ? lives(workerData) : motion(workerData))
