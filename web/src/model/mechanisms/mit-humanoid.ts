import { mitHumanoid as source, type Tracking } from 'linkwork'
import { gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'
import { type Leg, type Step, sway, walk } from './gaits.ts'
import { hangingFacts, robotDamping } from './robots.ts'

const leg: Leg = { upper: 0.267, lower: 0.2785, knee: 1 }
const step: Step = { period: 1.1, stride: 0.2, lift: 0.07, height: 0.487 }

/** Walking on the spot: the feet stay level, each arm swings with the other side's leg. */
function stride(): Tracking {
  const joints: Record<string, Tracking['joints'][string]> = {}
  for (const [side, out, lag] of [
    ['left', 1, 0],
    ['right', -1, 0.5]
  ] as const) {
    const phase = 2 * Math.PI * (0.3 - lag)
    Object.assign(
      joints,
      walk(leg, step, lag, (upper, lower) => ({
        [`${side}HipPitch`]: -upper,
        [`${side}Knee`]: upper - lower,
        [`${side}Ankle`]: lower
      })),
      {
        [`${side}HipYaw`]: 0,
        [`${side}HipRoll`]: 0,
        [`${side}ShoulderPitch`]: sway(0.1, 0.4, step.period, phase),
        [`${side}ShoulderRoll`]: 0.12 * out,
        [`${side}ShoulderYaw`]: 0,
        [`${side}Elbow`]: sway(-0.8, 0.15, step.period, phase)
      }
    )
  }
  return { stiffness: 250, damping: 30, joints }
}

export const mitHumanoid: MechanismEntry = {
  id: 'mit-humanoid',
  name: 'MIT Humanoid',
  title: 'MIT Humanoid',
  group: 'Robots',
  tags: ['robot', 'humanoid', 'legs', 'arms', 'gear', 'belt', 'rotor', 'walk', 'motors', 'control'],
  counts: '19 links, 18 rotors',
  sliders: slidersOf('mitHumanoid', [gravitySlider, robotDamping]),
  framing: () => ({
    min: [-0.55, -0.04],
    max: [0.55, 1.16],
    azimuth: 34,
    elevation: 8,
    fieldOfView: 24,
    floor: 0,
    grid: { minor: 0.1, major: 0.5, radius: 2.6 }
  }),
  source: (options) => source({ base: 'hanging', ...options }),
  motors: stride(),
  facts: hangingFacts
}
