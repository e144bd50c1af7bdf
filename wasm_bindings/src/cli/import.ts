import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mechanismFromMjcf } from '../mjcf/index.js'
import { mechanismFromSdf } from '../sdf/index.js'
import type { Linkwork } from '../types/linkwork.js'
import { type Base, mechanismFromUrdf } from '../urdf/index.js'
import type { Import } from '../xml/import.js'
import { layOut } from './layout.js'
import { UsageError } from './usage.js'

export interface ImportArguments {
  readonly base?: string
  readonly collisions?: boolean
  readonly ground?: boolean
  readonly keyframe?: string
}

/**
 * The mechanism file of a URDF, MJCF or SDF document, as its root says, laid out for reading. What it
 * gives, every other command takes: a mechanism that the library refuses is an error here. `file` is
 * where files that the document includes stand beside.
 */
export function importXml(
  linkwork: Linkwork,
  text: string,
  file: string,
  options: ImportArguments,
  warn: (warnings: readonly string[]) => void
): string {
  const { mechanism, warnings } = imported(text, file, options)
  warn(warnings)
  warn(linkwork.info(mechanism).warnings)
  return layOut(mechanism)
}

function imported(text: string, file: string, options: ImportArguments): Import {
  const { base, collisions, ground, keyframe } = options
  const root = rootOf(text)
  const isMjcf = root === 'mujoco' || root === 'mujocoinclude'
  if (keyframe !== undefined && !isMjcf) throw new UsageError('--keyframe: only MJCF has keyframes')
  if (base !== undefined && (isMjcf || root === 'sdf'))
    throw new UsageError('--base: MJCF and SDF say themselves what floats; only URDF takes it')
  if ((collisions ?? ground) !== undefined && (isMjcf || root === 'sdf'))
    throw new UsageError('--collisions, --ground: only URDF takes them; others say what touches')
  if (isMjcf) return mechanismFromMjcf(text, { include: included(file), keyframe })
  if (root === 'sdf') return mechanismFromSdf(text)
  return mechanismFromUrdf(text, { base: base as Base | undefined, collisions, ground })
}

/** The tag of the first element. */
function rootOf(text: string): string | undefined {
  const before = /^\s*(?:<\?.*?\?>|<!--.*?-->)/s
  let rest = text.replace(/^\uFEFF/, '')
  for (let found = before.exec(rest); found; found = before.exec(rest))
    rest = rest.slice(found[0].length)
  return /^\s*<([\w:]+)/.exec(rest)?.[1]
}

/** Files beside the document; beside nothing, the working directory's. */
function included(file: string): (name: string) => string {
  const folder = file === '-' ? '.' : dirname(file)
  return (name) => readFileSync(join(folder, name), 'utf8')
}
