import { type Linkwork, load, type Mechanism, MechanismError } from 'linkwork'
import type { MeshReference } from 'linkwork/three'
import type { JointDriveLimits } from 'linkwork/urdf'
import { initialOptions, type MechanismEntry, motionOf } from '../mechanisms/entry.ts'
import { firstSolverOf } from '../settings.ts'
import { optionsFrom } from '../solver.ts'
import { baseRemarks } from './base.ts'
import type { PathFile } from './gathered.ts'
import { footingOf } from './landing.ts'
import { motorJoints } from './motor-joints.ts'
import type { Footing, OwnMechanism } from './own-mechanism.ts'
import type { RobotFormat } from './robot-file.ts'

// Apart from the page: they bring the WebAssembly, which checks mechanisms and assembles loops,
// into the page's thread.

/** The mechanism, and remarks about parts that were left out. */
export interface ReadText {
  readonly own: OwnMechanism
  readonly warnings: readonly string[]
}

/** Larger files are not included [bytes]. */
const largest = 16e6

/** Every format is fetched when a file of it is read. */
const readers: Readonly<
  Record<
    RobotFormat,
    (
      linkwork: Linkwork,
      text: string,
      include: (file: string) => string
    ) => Promise<{
      mechanism: Mechanism
      limits: JointDriveLimits
      meshes: readonly MeshReference[]
      warnings: readonly string[]
    }>
  >
> = {
  urdf: async (linkwork, text) => (await import('linkwork/urdf')).mechanismFromUrdf(linkwork, text),
  mjcf: async (linkwork, text, include) =>
    (await import('linkwork/mjcf')).mechanismFromMjcf(linkwork, text, { include }),
  sdf: async (linkwork, text, include) =>
    (await import('linkwork/sdf')).mechanismFromSdf(linkwork, text, { include })
}

/** A robot with the meshes and included files that are among those which came with it. */
export async function readRobot(
  text: string,
  format: RobotFormat,
  files: readonly PathFile[]
): Promise<ReadText> {
  const linkwork = await load()
  const include = format === 'urdf' ? nothing : await included(files)
  const {
    mechanism,
    limits,
    meshes: references,
    warnings
  } = await readers[format](linkwork, text, include)
  const { meshesAmong } = await import('./robot-meshes.ts')
  const { meshes, warnings: ofMeshes } = await meshesAmong(files, references)
  const own = {
    mechanism,
    footing: footing(linkwork, { mechanism, ...(meshes ? { meshes } : {}) }),
    motors: motorJoints(linkwork, mechanism),
    limits,
    ...(meshes ? { meshes } : {})
  }
  // What is said of meshes here takes the place of the reader's word that it opens none.
  const others = warnings.filter((each) => !each.includes('files of meshes are not read'))
  return { own, warnings: [...ofMeshes, ...baseRemarks(own), ...others] }
}

const nothing = () => ''

/** The files that a model includes, by their names in it; of SDF a name may be that of a folder. */
async function included(files: readonly PathFile[]): Promise<(name: string) => string> {
  const documents = files.filter(
    ([path, { size }]) => /\.(xml|mjcf|sdf)$/i.test(path) && size <= largest
  )
  const texts = await Promise.all(
    documents.map(async ([path, file]) => [path, await file.text()] as const)
  )
  return (name) => {
    const end = `/${name.replace(/^(model|file):\/\//, '').replace(/^(\.?\/)+/, '')}`
    const isIn = (path: string) => path.endsWith('.sdf') && `/${path}`.includes(`${end}/`)
    const [, text] =
      texts.find(([path]) => `/${path}`.endsWith(end)) ?? texts.find(([path]) => isIn(path)) ?? []
    if (text === undefined)
      throw new Error(`"${name}" is not among the files: drop the folder that holds it`)
    return text
  }
}

export async function readMechanismFile(text: string): Promise<ReadText> {
  const linkwork = await load()
  const mechanism = linkwork.mechanism(text)
  return { own: { mechanism, footing: footing(linkwork, { mechanism }), motors: [] }, warnings: [] }
}

/**
 * Throws if a mechanism cannot be built, if its motors cannot do what they are to do first, or if a
 * joint moves no mass.
 */
export async function requireMovable(entry: MechanismEntry): Promise<void> {
  const linkwork = await load()
  const options = initialOptions(entry)
  using simulation = linkwork.simulate(entry.source(options), optionsFrom(firstSolverOf(entry)))
  const motion = motionOf(entry, options)
  if (motion && 'joints' in motion) simulation.tracking.start(motion)
  try {
    simulation.step()
  } catch (error) {
    if (error instanceof MechanismError) throw error // the page shows where other steps stop
  }
}

function footing(linkwork: Linkwork, own: Pick<OwnMechanism, 'mechanism' | 'meshes'>): Footing {
  using simulation = linkwork.simulate(own.mechanism)
  return footingOf(own, simulation.poses)
}
