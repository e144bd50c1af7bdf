import { jvrc1 as source, type Tracking } from 'linkwork'
import { gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'
import { type Leg, type Step, sway, walk } from './gaits.ts'
import { hangingFacts, robotDamping } from './robots.ts'

const leg: Leg = {
  upper: Math.hypot(0.389, 0.02),
  lower: Math.hypot(0.357, 0.04),
  knee: 1,
  upperLean: Math.atan2(-0.02, 0.389),
  lowerLean: Math.atan2(0.04, 0.357)
}
const step: Step = { period: 1.3, stride: 0.3, lift: 0.09, height: 0.727, middle: 0.02 }
const round = (lag: number) => 2 * Math.PI * (0.3 - lag)

/** Walking on the spot: level feet, arms against the legs, a turn of waist and head. */
function stride(): Tracking {
  const { period } = step
  const joints: Record<string, Tracking['joints'][string]> = {
    waistYaw: sway(0, 0.1, period, round(0)),
    waistPitch: 0.03,
    waistRoll: 0,
    neckYaw: sway(0, 0.35, 4 * period),
    neckRoll: 0,
    neckPitch: sway(0.05, 0.08, 3 * period)
  }
  for (const [side, out, lag] of [
    ['left', 1, 0],
    ['right', -1, 0.5]
  ] as const) {
    Object.assign(
      joints,
      walk(leg, step, lag, (upper, lower) => ({
        [`${side}HipPitch`]: -upper,
        [`${side}Knee`]: upper - lower,
        [`${side}AnklePitch`]: lower
      })),
      {
        [`${side}HipRoll`]: 0,
        [`${side}HipYaw`]: 0,
        [`${side}AnkleRoll`]: 0,
        [`${side}ShoulderPitch`]: sway(0.1, 0.45, period, round(lag)),
        [`${side}ShoulderRoll`]: 0.14 * out,
        [`${side}ShoulderYaw`]: 0,
        [`${side}Elbow`]: sway(-0.6, 0.2, period, round(lag)),
        [`${side}ForearmYaw`]: 0,
        [`${side}WristRoll`]: 0,
        [`${side}WristYaw`]: 0
      }
    )
  }
  return { stiffness: 250, damping: 30, joints }
}

export const jvrc1: MechanismEntry = {
  id: 'jvrc-1',
  name: 'JVRC-1',
  title: 'JVRC-1',
  group: 'Robots',
  tags: ['robot', 'humanoid', 'legs', 'arms', 'head', 'gear', 'rotor', 'walk', 'motors', 'control'],
  counts: '33 links, 32 rotors',
  sliders: slidersOf('jvrc1', [gravitySlider, robotDamping]),
  framing: () => ({
    min: [-0.8, -0.05],
    max: [0.75, 1.72],
    azimuth: 36,
    elevation: 7,
    fieldOfView: 24,
    floor: 0,
    grid: { minor: 0.1, major: 0.5, radius: 3.4 }
  }),
  source: (options) => source({ base: 'hanging', ...options }),
  motors: stride(),
  facts: hangingFacts
}
