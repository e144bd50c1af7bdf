import { type Linkwork, load, type Mechanism } from 'linkwork'
import type { JointDriveLimits } from 'linkwork/urdf'
import { initialOptions, type MechanismEntry, motionOf } from '../mechanisms/entry.ts'
import { firstSolverOf } from '../state/settings.ts'
import { motorJoints } from './motor-joints.ts'
import type { OpenedFile, RobotFormat } from './read-file.ts'

// Apart from the page: they bring the WebAssembly, which checks mechanisms and assembles loops,
// into the page's thread.

/** Every format is fetched when a file of it is read. */
const readers: Readonly<
  Record<
    RobotFormat,
    (text: string) => Promise<{
      mechanism: Mechanism
      limits?: JointDriveLimits
      warnings: readonly string[]
    }>
  >
> = {
  urdf: async (text) => (await import('linkwork/urdf')).mechanismFromUrdf(text),
  mjcf: async (text) => (await import('linkwork/mjcf')).mechanismFromMjcf(text),
  sdf: async (text) => (await import('linkwork/sdf')).mechanismFromSdf(text)
}

export async function readRobot(text: string, format: RobotFormat): Promise<OpenedFile> {
  const linkwork = await load()
  const { mechanism, limits, warnings } = await readers[format](text)
  const own = {
    mechanism,
    floor: lowest(linkwork, mechanism),
    motors: motorJoints(linkwork, mechanism),
    ...(limits ? { limits } : {})
  }
  return { own, warnings: [...meshWarnings(text), ...warnings] }
}

export async function readMechanismFile(text: string): Promise<OpenedFile> {
  const linkwork = await load()
  const mechanism = linkwork.mechanism(text)
  return { own: { mechanism, floor: lowest(linkwork, mechanism), motors: [] }, warnings: [] }
}

/** Throws where a mechanism cannot be built, or its motors cannot do what they are to do first. */
export async function requireMovable(entry: MechanismEntry): Promise<void> {
  const linkwork = await load()
  const options = initialOptions(entry)
  using simulation = linkwork.simulate(entry.source(options), firstSolverOf(entry))
  const motion = motionOf(entry, options)
  if (motion && 'joints' in motion) simulation.track(motion)
}

/** The height under which nothing reaches at the start [m], parts as they are drawn left out. */
function lowest(linkwork: Linkwork, mechanism: Mechanism): number {
  using simulation = linkwork.simulate(mechanism)
  const heights = mechanism.bodies.map((_, body) => simulation.poses[7 * body + 2] ?? 0)
  return Math.min(...heights)
}

function meshWarnings(text: string): string[] {
  const { length } = text.match(/<mesh\b/g) ?? []
  if (length === 0) return []
  return [
    `${length === 1 ? 'a mesh is another file' : `${length} meshes are other files`}, and not drawn`
  ]
}
