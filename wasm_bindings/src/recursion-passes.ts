import type { ClusterPasses, RecursionPasses } from './types/recursion.js'

/** Reads what `recursion` of the WebAssembly model has written, so many numbers at a time. */
export function readPasses(take: (count: number) => Float64Array): RecursionPasses {
  const number = () => take(1)[0] as number
  const places = () => Array.from(take(number()))
  const bodies = Array.from({ length: number() }, () => ({
    cluster: number(),
    velocity: take(6),
    articulatedInertia: take(36),
    biasForce: take(6),
    acceleration: take(6)
  }))
  const clusters = Array.from({ length: number() }, (): ClusterPasses => {
    const [own, velocities, parent] = [places(), places(), number()]
    const [handedInertia, handedForce] = [take(36), take(6)]
    const [rows, degreesOfFreedom] = [number(), number()]
    return {
      ...{ bodies: own, velocities, parent, handedInertia, handedForce, rows, degreesOfFreedom },
      K: take(rows * velocities.length),
      G: take(velocities.length * degreesOfFreedom),
      singularValues: take(number())
    }
  })
  return { bodies, clusters }
}
