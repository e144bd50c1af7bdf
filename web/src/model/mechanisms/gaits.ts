/** Walking in place: trajectories of leg joints that move a foot along a closed curve. */
import type { Trajectory } from 'linkwork'

/** A foot's way in its hip's plane: straight back on the ground, then up and forward again. */
export interface Step {
  /** Of one round [s]. */
  readonly period: number
  /** From hind end to front end [m]. */
  readonly stride: number
  /** Highest point over the ground [m]. */
  readonly lift: number
  /** From the hip down to the ground [m]. */
  readonly height: number
  /** Middle of the stride before the hip [m]. */
  readonly middle?: number
}

/** Two bars, hip to knee and knee to foot [m], and where they point in the joints' zero pose. */
export interface Leg {
  readonly upper: number
  readonly lower: number
  /** Direction of the knee: +1 forward, like ours, −1 backward. */
  readonly knee: 1 | -1
  /** Forward from straight down [rad]. Default 0. */
  readonly upperLean?: number
  readonly lowerLean?: number
}

/** Part of a round that a foot is on the ground. */
const onGround = 0.6
/** Keyframes of one round. */
const frames = 16

/** Returns the position of a foot at a phase in 0..1: [forward, up] from the hip. */
export function footAt(step: Step, phase: number): readonly [number, number] {
  const { stride, lift, height, middle = 0 } = step
  if (phase < onGround) return [middle + stride * (0.5 - phase / onGround), -height]
  const swing = (phase - onGround) / (1 - onGround)
  return [
    middle - (stride / 2) * Math.cos(Math.PI * swing),
    lift * Math.sin(Math.PI * swing) ** 2 - height
  ]
}

/** Directions of both bars, forward from straight down [rad], that put the foot at a point. */
export function barsTo(
  leg: Leg,
  [x, z]: readonly [number, number]
): [upper: number, lower: number] {
  const { upper, lower, knee } = leg
  const bend = Math.acos(
    Math.min(1, Math.max(-1, (x * x + z * z - upper ** 2 - lower ** 2) / (2 * upper * lower)))
  )
  const line = Math.atan2(x, -z)
  const thigh = line + knee * Math.atan2(lower * Math.sin(bend), upper + lower * Math.cos(bend))
  return [thigh, thigh - knee * bend]
}

/**
 * Returns trajectories of the joints of a walking leg, delayed by `lag` (0..1) of a period. `angles`
 * converts the directions of both bars into joint angles by name.
 */
export function walk(
  leg: Leg,
  step: Step,
  lag: number,
  angles: (upper: number, lower: number) => Readonly<Record<string, number>>
): Record<string, Trajectory> {
  const { upperLean = 0, lowerLean = 0 } = leg
  const trajectories: Record<string, [number, number][]> = {}
  for (let frame = 0; frame < frames; frame++) {
    const phase = (frame / frames + 1 - lag) % 1
    const [upper, lower] = barsTo(leg, footAt(step, phase))
    const turned = angles(upper - upperLean, lower - lowerLean)
    for (const [joint, angle] of Object.entries(turned)) {
      trajectories[joint] ??= []
      trajectories[joint].push([(frame / frames) * step.period, angle])
    }
  }
  const { period } = step
  return Object.fromEntries(
    Object.entries(trajectories).map(([joint, keyframes]) => [joint, { keyframes, period }])
  )
}

/** One wave round a center. */
export function sway(center: number, amplitude: number, period: number, phase = 0): Trajectory {
  return { center, waves: [{ amplitude, frequency: 1 / period, phase }] }
}
