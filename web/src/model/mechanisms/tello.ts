import { telloHumanoid as source, type Tracking } from 'linkwork'
import { gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'
import { type Leg, type Step, sway, walk } from './gaits.ts'
import { hangingFacts, robotDamping } from './robots.ts'

const leg: Leg = { upper: 0.2268, lower: 0.26, knee: 1 }
const step: Step = { period: 1, stride: 0.16, lift: 0.06, height: 0.442 }

/** Walking on the spot, level feet; the hips sway, which takes both cranks of a hip. */
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
        [`${side}HipRoll`]: sway(0, 0.05, step.period, 2 * Math.PI * 0.05),
        [`${side}ShoulderPitch`]: sway(0.1, 0.4, step.period, phase),
        [`${side}ShoulderRoll`]: 0.12 * out,
        [`${side}ShoulderYaw`]: 0,
        [`${side}Elbow`]: sway(-0.8, 0.15, step.period, phase)
      }
    )
  }
  return { stiffness: 250, damping: 30, joints }
}

export const tello: MechanismEntry = {
  id: 'tello',
  name: 'Tello Humanoid',
  title: 'Tello Humanoid',
  group: 'Robots',
  tags: [
    'robot',
    'humanoid',
    'legs',
    'arms',
    'gear',
    'differential',
    'crank',
    'push-rod',
    'loop',
    'closed',
    'walk',
    'motors',
    'control'
  ],
  counts: '25 links, 18 rotors',
  sliders: slidersOf('telloHumanoid', [gravitySlider, robotDamping]),
  framing: () => ({
    min: [-0.55, -0.04],
    max: [0.55, 1.2],
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
