import type { Law } from './law.js'
import { normalQuantile } from './normal.js'
import { philox, unitNumber, wordsOf } from './philox.js'
import { sobolBits } from './sobol.js'
import type { Sweep } from './sweep.js'

/**
 * The varied numbers of a run, in the order of `varied`: a function of spec, seed and number of the run
 * alone.
 *
 * Every sample is run at every point of the grid, one point after another: run = sample · points +
 * point. Of the points the last grid's value changes first.
 */
export function valuesOf({ spec, varied, points }: Sweep, run: number): number[] {
  const sample = Math.floor(run / points)
  const places = gridPlaces(varied, run % points)
  let dimension = 0
  return varied.map(({ law }, i) => {
    if (law.kind === 'fixed') return law.value
    if (law.kind === 'grid') return law.values[places[i] as number] as number
    return quantile(law, unitOf(spec, sample, dimension++))
  })
}

function gridPlaces(varied: Sweep['varied'], point: number): number[] {
  const places: number[] = []
  let rest = point
  for (const [i, { law }] of [...varied.entries()].reverse()) {
    if (law.kind !== 'grid') continue
    places[i] = rest % law.values.length
    rest = Math.floor(rest / law.values.length)
  }
  return places
}

function quantile(law: Law & { kind: 'uniform' | 'normal' }, unit: number): number {
  return law.kind === 'uniform'
    ? law.from * (1 - unit) + law.to * unit
    : law.mean + law.deviation * normalQuantile(unit)
}

/** In (0, 1). Places of the key's bits that Sobol's shifts take are apart from those of samples. */
function unitOf({ seed, sampling }: Sweep['spec'], sample: number, dimension: number): number {
  const key = wordsOf(seed)
  if (sampling === 'random') return unitNumber(philox([...wordsOf(sample), dimension, 0], key))
  // A digital shift keeps in every interval of length 2⁻ᵏ as many points as there were.
  const [shift] = philox([0, 0, dimension, 1], key)
  return (((sobolBits(sample, dimension) ^ shift) >>> 0) + 0.5) * 2 ** -32
}
