import { mitHumanoid as source, type Tracking, type Trajectory } from 'linkwork'
import { contactGroup } from './contact.ts'
import { count, degreesOfFreedom, gravitySlider, type MechanismEntry, slidersOf } from './entry.ts'
import { robotDamping } from './robots.ts'

/** How far hip and ankle bend, half as far as the knee [rad], and how often [Hz]. */
const [bend, deeper, often] = [0.5, 0.3, 0.35]

/**
 * Knee bends: hip, knee and ankle keep the foot flat, and the arms move forward. The motors are stiff,
 * because their law has no contact forces.
 */
function kneeBends(): Tracking {
  const goes = (center: number, amplitude: number): Trajectory => ({
    center,
    waves: [{ amplitude, frequency: often }]
  })
  const joints: Record<string, Trajectory | number> = {}
  for (const [side, out] of [
    ['left', 1],
    ['right', -1]
  ] as const)
    Object.assign(joints, {
      [`${side}HipYaw`]: 0,
      [`${side}HipRoll`]: 0,
      [`${side}HipPitch`]: goes(-bend, -deeper),
      [`${side}Knee`]: goes(2 * bend, 2 * deeper),
      [`${side}Ankle`]: goes(-bend, -deeper),
      [`${side}ShoulderPitch`]: goes(-0.2, -0.7),
      [`${side}ShoulderRoll`]: 0.12 * out,
      [`${side}ShoulderYaw`]: 0,
      [`${side}Elbow`]: goes(-0.6, 0.3)
    })
  return { stiffness: 10_000, damping: 1000, joints }
}

export const humanoidDrop: MechanismEntry = {
  id: 'humanoid-drop',
  name: 'Humanoid on the floor',
  title: 'MIT Humanoid on the floor',
  group: contactGroup,
  tags: ['robot', 'humanoid', 'contact', 'friction', 'stand', 'fall', 'motors', 'control', 'free'],
  counts: '19 links, 18 rotors',
  sliders: slidersOf('mitHumanoid', [gravitySlider, robotDamping]),
  framing: () => ({
    min: [-0.75, -0.04],
    max: [0.75, 1.16],
    azimuth: 34,
    elevation: 11,
    fieldOfView: 24,
    floor: 0,
    grid: { minor: 0.1, major: 0.5, radius: 2.6 }
  }),
  firstStep: 2e-3,
  firstMethod: 'multipliers',
  source: (options) => source({ base: 'standing', ...options }),
  motors: kneeBends(),
  facts: (mechanism, info) => {
    const rotors = mechanism.couplings?.length ?? 0
    return `${count(mechanism.bodies.length - rotors, 'link')}, ${count(rotors, 'rotor')}, ${degreesOfFreedom(info)}; touches the floor and itself`
  }
}
