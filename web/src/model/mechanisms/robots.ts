/** Shared parts of the robots of the gallery. */
import type { Mechanism, MechanismInfo, Tracking, Trajectory } from 'linkwork'
import { count, dampingSlider, degreesOfFreedom, type SliderChoice } from './entry.ts'

/** Rotors are up to 12 times as fast as joints, so little damping has a large effect. */
export const robotDamping: SliderChoice = { ...dampingSlider, max: 0.02, step: 0.0005 }

export function hangingFacts(mechanism: Mechanism, info: MechanismInfo): string {
  const rotors = mechanism.couplings?.length ?? 0
  const loops = mechanism.loops?.length ?? 0
  const parts = [
    count(mechanism.bodies.length - rotors, 'link'),
    count(rotors, 'rotor'),
    ...(loops > 0 ? [count(loops, 'loop')] : []),
    degreesOfFreedom(info)
  ]
  return `${parts.join(', ')}; held up by a spring and a damper`
}

/** A wave that runs down a chain of so many links, each joint late by a part of a round. */
export function chainWave(links: number): Tracking {
  const joints: Record<string, Trajectory> = {}
  for (let i = 0; i < links; i++) {
    joints[`joint${i + 1}`] = {
      waves: [{ amplitude: i === 0 ? 0.3 : 0.5, frequency: 0.25, phase: 1.2 - 0.9 * i }]
    }
  }
  return { stiffness: 9, damping: 5, joints }
}
