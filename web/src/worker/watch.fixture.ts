import type { Linkwork } from 'linkwork'
import { type MechanismEntry, motionOf } from '../model/mechanisms/entry.ts'
import { createSettings, type Settings } from '../model/settings.ts'
import { Frame } from './frame.ts'
import { Session } from './session.ts'

/** Settings of the page, and a disturbance at the start of each frame. */
export interface Watched {
  readonly set?: (settings: Settings) => void
  readonly disturb?: (session: Session, frame: Frame) => void
}

/** Measurements of an entry over a time, for tests. */
export interface Seen {
  /** Reason of a stop. */
  readonly stopped: string | undefined
  /** Largest energy error as a part of its tolerance. */
  readonly largestPart: number
  /** Time when the tolerance was first exceeded [s]. */
  readonly brokenAt: number | undefined
  /** [m] */
  readonly largestLoopError: number
  readonly frame: Frame
}

const frameRate = 60

/** Runs the session of an entry without a page, with default settings unless set. */
export async function watch(
  linkwork: Linkwork,
  entry: MechanismEntry,
  seconds: number,
  { set, disturb }: Watched = {}
): Promise<Seen> {
  const settings = createSettings(entry)
  set?.(settings)
  const { method, integrator, step, options } = settings
  const choice = { method: method.value, integrator: integrator.value, step: step.value, speed: 1 }
  const source = entry.source(options.value)
  const motors = motionOf(entry, options.value)
  const build = { type: 'build', epoch: 1, source, choice, motors } as const
  let stopped: string | undefined
  const session = new Session(
    linkwork,
    { ...build, playing: false, ensemble: false, sound: false, keepState: false },
    undefined,
    (_, error) => {
      stopped = String(error)
    }
  )
  await session.compile()
  const { mechanism, positions, velocities } = session.built
  const frame = session.frame(Frame.allocate(mechanism.bodies.length, positions, velocities))
  let [largestPart, largestLoopError] = [0, 0]
  let brokenAt: number | undefined
  for (let count = 1; count <= seconds * frameRate && stopped === undefined; count++) {
    disturb?.(session, frame)
    session.steps(Math.round((count / frameRate - session.time) / step.value))
    session.fill(frame)
    for (let i = 0; i < frame.sampleCount; i++) {
      const { time, energyError, energyTolerance, loopError } = frame.sample(i)
      largestPart = Math.max(largestPart, energyError / energyTolerance)
      largestLoopError = Math.max(largestLoopError, loopError)
      if (energyError > energyTolerance) brokenAt ??= time
    }
  }
  session.dispose()
  return { stopped, largestPart, brokenAt, largestLoopError, frame }
}
