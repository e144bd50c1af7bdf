/**
 * Parts of an actuator of radius 1 whose axis is z and whose front is at z = depth/2: housing with
 * bolts and ring gear, sun (the rotor), planet, and the cover that closes it.
 */
import type { BufferGeometry } from 'three'
import { merged } from '../figure.ts'
import { gear, ring, ringGear } from './gears.ts'
import { block, cylinder, turned } from './solids.ts'

export const depth = 0.9
const face = depth / 2
const wall = 0.86
const floor = face - 0.34
const [gearBack, gearFront] = [face - 0.3, face - 0.1]

/** Pitch radii; sun + 2 · planet = ring. */
const sun = 0.29
const planet = 0.235
/** Distance of a planet's axis from the middle. */
export const orbit = sun + planet
/** Turns of a planet per turn of the sun, both relative to the planet carrier. */
export const planetRatio = -sun / planet

export function housing(): BufferGeometry {
  const shell = turned(
    [
      [0, -face],
      [0.95, -face],
      [1, -face + 0.05],
      [1, face - 0.05],
      [0.985, face - 0.012],
      [0.96, face],
      [wall + 0.01, face],
      [wall, face - 0.02],
      [wall, floor]
    ],
    'housing',
    72
  )
  const pieces = [
    shell,
    ring(wall, 0.02, floor - 0.02, floor, 'well'),
    ringGear(wall, 0.8, 0.745, 60, gearBack, gearFront)
  ]
  for (let bolt = 0; bolt < 12; bolt++) {
    const angle = (Math.PI / 6) * (bolt + 0.5)
    const head = cylinder(0.032, face - 0.01, face + 0.02, 'pin', 6)
    pieces.push(head.translate(0.93 * Math.cos(angle), 0.93 * Math.sin(angle), 0))
  }
  return merged(pieces)
}

/** White mark along +y that shows a turn. */
const mark = (from: number, to: number, z: number) =>
  block(0.055, to - from, 0.012, 'index').translate(0, (from + to) / 2, z)

export function sunGear(toothed: boolean): BufferGeometry {
  const wheel = toothed
    ? gear(sun - 0.03, sun + 0.028, 22, gearBack, gearFront, 'copper')
    : cylinder(sun, gearBack, gearFront, 'copper', 40)
  const hub = cylinder(0.055, gearBack, gearFront + 0.05, 'pin', 20)
  return merged([wheel, hub, mark(0.08, 0.24, gearFront + 0.006)])
}

export function planetGear(toothed: boolean): BufferGeometry {
  const wheel = toothed
    ? gear(planet - 0.028, planet + 0.026, 18, gearBack + 0.02, gearFront - 0.02, 'brass')
    : cylinder(planet, gearBack + 0.02, gearFront - 0.02, 'brass', 40)
  const hub = cylinder(0.1, gearBack, gearFront + 0.03, 'pin', 24)
  return merged([wheel, hub])
}

/** Dark cap with one index line, and the bearing ring around it. */
export function cover(): BufferGeometry {
  const cap = turned(
    [
      [wall - 0.01, face - 0.12],
      [wall - 0.01, face - 0.03],
      [wall - 0.04, face - 0.01],
      [0, face - 0.01]
    ],
    'well',
    60
  )
  return merged([cap, mark(0.3, 0.76, face - 0.004)])
}

/** Plain closed housing for drives that show no gears. */
export function closedHousing(): BufferGeometry {
  const shell = turned(
    [
      [0, -face],
      [0.95, -face],
      [1, -face + 0.05],
      [1, face - 0.05],
      [0.95, face],
      [0, face]
    ],
    'housing',
    60
  )
  return merged([shell, ring(0.8, 0.76, face, face + 0.006, 'well')])
}
