import { miniCheetah as source, type Tracking } from 'linkwork'
import { gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'
import { type Leg, type Step, walk } from './gaits.ts'
import { hangingFacts, robotDamping } from './robots.ts'

const leg: Leg = { upper: 0.209, lower: 0.19, knee: -1 }
const step: Step = { period: 0.7, stride: 0.1, lift: 0.06, height: 0.28 }

/** A trot: opposite corners step together, the legs so far apart to the sides [rad]. */
export function trot(step: Step, apart: number): Tracking['joints'] {
  const joints: Record<string, Tracking['joints'][string]> = {}
  for (const [corner, lag, side] of [
    ['frontLeft', 0, 1],
    ['hindRight', 0, -1],
    ['frontRight', 0.5, -1],
    ['hindLeft', 0.5, 1]
  ] as const) {
    joints[`${corner}Abduction`] = side * apart
    Object.assign(
      joints,
      walk(leg, step, lag, (upper, lower) => ({
        [`${corner}Hip`]: upper,
        [`${corner}Knee`]: lower - upper
      }))
    )
  }
  return joints
}

export const miniCheetah: MechanismEntry = {
  id: 'mini-cheetah',
  name: 'Mini Cheetah',
  title: 'MIT Mini Cheetah',
  group: 'Robots',
  tags: ['robot', 'quadruped', 'legs', 'gear', 'rotor', 'trot', 'motors', 'control'],
  counts: '13 links, 12 rotors',
  sliders: slidersOf('miniCheetah', [gravitySlider, robotDamping]),
  framing: () => ({
    min: [-0.42, -0.02],
    max: [0.42, 0.52],
    azimuth: 32,
    elevation: 12,
    fieldOfView: 24,
    floor: 0,
    grid: { minor: 0.05, major: 0.25, radius: 1.8 }
  }),
  source: (options) => source({ base: 'hanging', ...options }),
  motors: { stiffness: 400, damping: 40, joints: trot(step, 0) },
  facts: hangingFacts
}
