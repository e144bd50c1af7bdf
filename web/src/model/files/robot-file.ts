import type { PathFile } from './gathered.ts'

/** Formats of robots, by the file's ending and by the name of the document's first element. */
const formats = {
  urdf: { endings: ['urdf'], roots: ['robot'] },
  mjcf: { endings: ['mjcf'], roots: ['mujoco', 'mujocoinclude'] },
  sdf: { endings: ['sdf', 'world'], roots: ['sdf'] }
} as const

export type RobotFormat = keyof typeof formats

const formatNames = Object.keys(formats) as RobotFormat[]
const robotEndings = formatNames.flatMap((name): readonly string[] => formats[name].endings)

/** Files that the page can open, for a file dialog. */
export const openable = [...robotEndings, 'xml', 'json'].map((each) => `.${each}`).join(',')

/** The root element of a robot is in the first part of its file [bytes]. */
const beginning = 4096

/** Returns the format of the first root element. Without a known root, the name of the file decides. */
export function formatOf(name: string, text: string): RobotFormat {
  const [, root] = /<(robot|mujoco(?:include)?|sdf)\b/.exec(text) ?? []
  const ending = endingOf(name)
  const has = (known: readonly string[], word?: string) =>
    word !== undefined && known.includes(word)
  return (
    formatNames.find((format) => has(formats[format].roots, root)) ??
    formatNames.find((format) => has(formats[format].endings, ending)) ??
    'urdf'
  )
}

/**
 * The files that can be opened of those that were dropped, the one that is meant first: robots before
 * mechanism files, then the least deep in folders. Of one file alone whether it can be is found when
 * it is read.
 */
export async function robotsIn(files: readonly PathFile[]): Promise<PathFile[]> {
  if (files.length === 1) return [...files]
  const ranked = await Promise.all(
    files.map(async (each) => ({ each, rank: await rankOf(each), depth: depthOf(each[0]) }))
  )
  return ranked
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || a.depth - b.depth || (a.each[0] < b.each[0] ? -1 : 1))
    .map(({ each }) => each)
}

/**
 * Returns whether a file is a robot by its root element, because folders have other XML and JSON files.
 */
async function rankOf([path, file]: PathFile): Promise<number> {
  const ending = endingOf(path)
  if (robotEndings.includes(ending)) return 0
  if (ending === 'xml' || ending === 'json') {
    const start = await file.slice(0, beginning).text()
    if (ending === 'xml' && /<(robot|mujoco|sdf)\b/.test(start)) return 0
    if (ending === 'json' && /"(linkwork|bodies|joints)"/.test(start)) return 1
  }
  return Number.POSITIVE_INFINITY
}

const endingOf = (path: string) => path.split('.').at(-1)?.toLowerCase() ?? ''
const depthOf = (path: string) => path.split('/').filter(Boolean).length
