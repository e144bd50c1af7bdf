import { MechanismError } from '../errors.js'
import { wasmOf } from '../library-wasm.js'
import { mechanismFile, mechanismTexts } from '../source-text.js'
import { brief, listed } from '../suggestion.js'
import type { Linkwork, MechanismSource } from '../types/linkwork.js'
import type { Body, Frame, Joint, Loop, Mechanism } from '../types/mechanism.js'
import { unwrap } from '../wasm-module.js'
import { compose, identity, inverse, type Pose } from './pose.js'

/** The result of writing a mechanism. */
export interface Export {
  /** The document. */
  readonly text: string
  /** Features that the format lacks, one sentence each. */
  readonly warnings: readonly string[]
}

/** A mechanism in full, every value there. */
export function fullMechanism(linkwork: Linkwork, source: MechanismSource): Mechanism {
  const module = wasmOf(linkwork)
  const file = mechanismFile(module, mechanismTexts(module, source))
  return JSON.parse(unwrap(module.mechanism(file))) as Mechanism
}

/**
 * Frames of bodies for formats with one frame per body: that of its joint. Coordinates and what they mean
 * stay the same.
 */
export class JointFrames {
  readonly #frames: ReadonlyMap<string, Pose>

  constructor({ joints }: Mechanism) {
    this.#frames = new Map(joints.map(({ child, childFrame }) => [child, poseOf(childFrame)]))
  }

  /** A pose of the body's own frame. */
  on(body: string, frame: Frame | undefined): Pose {
    const own = this.#frames.get(body)
    return own ? compose(inverse(own), poseOf(frame)) : poseOf(frame)
  }
}

function poseOf(frame: Frame | undefined): Pose {
  return { ...identity, ...frame }
}

/** The center of mass of a body, in the frame of its joint. */
export function inertialOf(frames: JointFrames, { name, centerOfMass }: Body): Pose {
  return frames.on(name, { position: centerOfMass ?? [0, 0, 0] })
}

/** An error of a joint or loop that a format has no word for. */
export function cannotSay(
  format: string,
  place: string,
  { name, type }: Joint | Loop,
  types: readonly string[]
): MechanismError {
  return new MechanismError(
    `${place} "${brief(name)}": ${format} has no ${type}; expected one of ${listed(types)}`
  )
}
