import { mechanismFromMjcf } from '../mjcf/index.js'
import { mechanismFromSdf } from '../sdf/index.js'
import type { Linkwork } from '../types/linkwork.js'
import { type Base, mechanismFromUrdf } from '../urdf/index.js'
import type { Import } from '../xml/import.js'
import type { InertiaOptions } from '../xml/massless.js'
import { fileNextTo, modelNextTo } from './included.js'
import { layOut } from './layout.js'
import { numberOption, UsageError } from './usage.js'

export interface ImportArguments {
  readonly base?: string
  readonly collisions?: boolean
  readonly ground?: boolean
  readonly inertia?: string
  readonly density?: string
  readonly keyframe?: string
}

/**
 * The mechanism file of a URDF, MJCF or SDF document, as its root says, laid out for reading. Every other
 * command accepts the result: a mechanism that the library refuses is an error here. `file` is where files
 * that the document includes stand next to.
 */
export function importXml(
  linkwork: Linkwork,
  text: string,
  file: string,
  options: ImportArguments,
  warn: (warnings: readonly string[]) => void
): string {
  const { mechanism, warnings } = imported(linkwork, text, file, options)
  warn(warnings)
  warn(linkwork.info(mechanism).warnings)
  return layOut(mechanism)
}

function imported(
  linkwork: Linkwork,
  text: string,
  file: string,
  options: ImportArguments
): Import {
  const { base, collisions, ground, keyframe } = options
  const root = rootOf(text)
  const isMjcf = root === 'mujoco' || root === 'mujocoinclude'
  if (keyframe !== undefined && !isMjcf) throw new UsageError('--keyframe: only MJCF has keyframes')
  if (base !== undefined && (isMjcf || root === 'sdf'))
    throw new UsageError('--base: MJCF and SDF say themselves what floats; only URDF takes it')
  if ((collisions ?? ground) !== undefined && (isMjcf || root === 'sdf'))
    throw new UsageError('--collisions, --ground: only URDF takes them; others say what touches')
  const inertia = inertiaOptions(options)
  if (isMjcf)
    return mechanismFromMjcf(linkwork, text, { include: fileNextTo(file), keyframe, ...inertia })
  if (root === 'sdf')
    return mechanismFromSdf(linkwork, text, { include: modelNextTo(file), ...inertia })
  return mechanismFromUrdf(linkwork, text, {
    base: base as Base | undefined,
    collisions,
    ground,
    ...inertia
  })
}

function inertiaOptions({ inertia, density }: ImportArguments): InertiaOptions {
  return {
    ...(inertia === undefined ? {} : { inertia: inertia as InertiaOptions['inertia'] }),
    ...(density === undefined ? {} : { density: numberOption(density, 'density') })
  }
}

/** The tag of the first element. */
function rootOf(text: string): string | undefined {
  const before = /^\s*(?:<\?.*?\?>|<!--.*?-->)/s
  let rest = text.replace(/^\uFEFF/, '')
  for (let found = before.exec(rest); found; found = before.exec(rest))
    rest = rest.slice(found[0].length)
  return /^\s*<([\w:]+)/.exec(rest)?.[1]
}
