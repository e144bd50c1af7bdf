import { minitaur as source, type Tracking } from 'linkwork'
import { gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'
import { type Step, walk } from './gaits.ts'
import { hangingFacts, robotDamping } from './robots.ts'

const bars = { upper: 0.1, lower: 0.2 }
const step: Step = { period: 0.6, stride: 0.08, lift: 0.045, height: 0.213 }

/** A trot: opposite corners step together. Both upper bars of a leg lead its toe. */
function trot(): Tracking {
  const joints: Record<string, Tracking['joints'][string]> = {}
  for (const [corner, lag] of [
    ['frontLeft', 0],
    ['hindRight', 0],
    ['frontRight', 0.5],
    ['hindLeft', 0.5]
  ] as const) {
    for (const [side, knee] of [
      ['Fore', 1],
      ['Aft', -1]
    ] as const) {
      const hip = `${corner}${side}Hip`
      Object.assign(
        joints,
        walk({ ...bars, knee }, step, lag, (upper) => ({ [hip]: -upper }))
      )
    }
  }
  return { stiffness: 400, damping: 40, joints }
}

export const minitaur: MechanismEntry = {
  id: 'minitaur',
  name: 'Minitaur',
  title: 'Minitaur, closed-loop legs',
  group: 'Robots',
  tags: [
    'robot',
    'quadruped',
    'legs',
    'loop',
    'closed',
    'direct drive',
    'trot',
    'motors',
    'control'
  ],
  counts: '17 links, 4 loops',
  sliders: slidersOf('minitaur', [gravitySlider, robotDamping]),
  framing: () => ({
    min: [-0.42, -0.02],
    max: [0.42, 0.44],
    azimuth: 32,
    elevation: 12,
    fieldOfView: 24,
    floor: 0,
    grid: { minor: 0.05, major: 0.25, radius: 1.8 }
  }),
  source: (options) => source({ base: 'hanging', ...options }),
  motors: trot(),
  facts: hangingFacts
}
