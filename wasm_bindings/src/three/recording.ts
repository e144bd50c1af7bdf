import {
  AnimationClip,
  Group,
  type KeyframeTrack,
  Mesh,
  Object3D,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack
} from 'three'
import { described, finiteNumbers, optionsOf, reading } from '../checks.js'
import { MechanismError } from '../errors.js'
import type { Mechanism } from '../types/mechanism.js'
import { geometryOf } from './geometries.js'
import { type Colors, Materials } from './materials.js'
import { drawingOf } from './parts.js'
import { turnUp } from './up.js'

/** A motion as it was recorded. */
export interface Recording {
  /** When, rising [s]. */
  readonly times: ArrayLike<number>
  /** At each time the poses of all bodies, as `simulation.poses` has them: copies. */
  readonly poses: readonly ArrayLike<number>[]
}

export interface RecordedOptions extends Colors {
  /** As of a view. */
  readonly up?: 'y' | 'z'
}

export interface Recorded {
  /** An object for every body, of its name, with meshes as a view draws them but for rods. */
  readonly scene: Group
  /** The view that moves these objects. */
  readonly clip: AnimationClip
}

/**
 * A recorded motion as three.js animates objects, for an AnimationMixer or for GLTFExporter:
 * `exporter.parseAsync(scene, { animations: [clip] })`.
 */
export function recordedMotion(
  mechanism: Mechanism,
  recording: Recording,
  options?: RecordedOptions
): Recorded {
  const { up, ...colors } = optionsOf(options, ['up', 'linkColor', 'jointColor', 'rotorColor'])
  const { times, poses } = checked(mechanism, recording)
  const scene = new Group()
  scene.name = mechanism.name
  turnUp(scene, up)
  const bodies = mechanism.bodies.map(({ name }) => {
    const body = new Object3D()
    body.name = name
    return body
  })
  scene.add(...bodies)
  const materials = new Materials(colors)
  for (const { body, solid, placement } of drawingOf(mechanism).parts) {
    const mesh = new Mesh(geometryOf(solid), materials.of(solid))
    mesh.applyMatrix4(placement)
    ;(bodies[body] ?? scene).add(mesh)
  }
  const tracks = bodies.flatMap((body, i) => tracksOf(body, i, times, poses))
  return { scene, clip: new AnimationClip(mechanism.name, -1, tracks) }
}

/** Copies of what was given, once it is known to be whole. */
function checked({ bodies }: Mechanism, recording: Recording) {
  return reading('recording', () => {
    const given = recording?.poses
    if (!Array.isArray(given) || given.length === 0) {
      const found = described(given)
      throw new MechanismError(
        `recording.poses: expected poses at one time or more, found ${found}`
      )
    }
    const times = finiteNumbers(recording.times, 'recording.times', given.length)
    const fallen = times.findIndex((time, i) => i > 0 && time <= times[i - 1]!)
    if (fallen >= 0)
      throw new MechanismError(`recording.times[${fallen}]: expected more than the time before it`)
    const poses = given.map((each: unknown, i) =>
      finiteNumbers(each, `recording.poses[${i}]`, 7 * bodies.length)
    )
    return { times, poses }
  })
}

/** Objects are known by their uuid: names of bodies may hold dots. */
function tracksOf(
  { uuid }: Object3D,
  body: number,
  times: number[],
  poses: readonly number[][]
): KeyframeTrack[] {
  const positions = poses.flatMap((pose) => pose.slice(7 * body, 7 * body + 3))
  const rotations = poses.flatMap((pose) => pose.slice(7 * body + 3, 7 * body + 7))
  return [
    new VectorKeyframeTrack(`${uuid}.position`, times, positions),
    new QuaternionKeyframeTrack(`${uuid}.quaternion`, times, rotations)
  ]
}
