/**
 * Motions that are bitwise identical in every WebAssembly: every mechanism of the
 * catalogue by every method and integrator that keeps what it has. Needs no file and no module: a page may
 * import it.
 */

/** `[mechanism, method, integrator]` of each. */
export function trajectoriesOf(linkwork) {
  return linkwork.catalogue.flatMap(({ name }) => {
    const { joints, loops = [], nonholonomic = [] } = linkwork.mechanism({ catalogue: name })
    const functions = ['curve', 'surface', 'surfaceContact', 'eulerBall', 'custom']
    const isGeneral = [...joints, ...loops].some(({ type }) => functions.includes(type))
    return linkwork.methods.flatMap((method) =>
      method.integrators
        .filter((keeps) => keeps.nonholonomic || nonholonomic.length === 0)
        .filter((keeps) => keeps.generalJoints || !isGeneral)
        .map((integrator) => [name, method.name, integrator.name])
    )
  })
}

export function simulationOf(linkwork, [catalogue, method, integrator]) {
  return linkwork.simulate({ catalogue }, { solver: { method, integrator }, step: 1 / 1024 })
}

/** FNV-1a of 64 bits over the bytes of time, positions and velocities. */
export function hashOf({ time, q, v }) {
  const bytes = new Uint8Array(Float64Array.of(time, ...q, ...v).buffer)
  let hash = 0xcbf29ce484222325n
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

/**
 * The hashes of the states after so many steps each. A motion that comes to an end before, in a
 * SimulationError, has the hash of its last good state from there on.
 */
export function hashesAfter(simulation, counts) {
  let taken = 0
  let isMoving = true
  return counts.map((count) => {
    for (; isMoving && taken < count; taken++) {
      try {
        simulation.step()
      } catch (error) {
        if (error.name !== 'SimulationError') throw error
        isMoving = false
      }
    }
    return hashOf(simulation)
  })
}
