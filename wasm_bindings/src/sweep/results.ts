import { join } from 'node:path'
import { MechanismError } from '../errors.js'
import { type SweepFolder, writeWhole } from './folder.js'
import { type Summary, summarize } from './summary.js'
import { arrowFile, csvFile, joinParts } from './tables.js'

/** Writes results.csv, results.arrow and summary.json, once all parts are there. */
export async function writeResults(folder: SweepFolder): Promise<Summary> {
  const { sweep, path } = folder
  const missing = await folder.missing()
  if (missing.length > 0) {
    throw new MechanismError(
      `${path}: ${missing.length} of ${sweep.parts} parts are missing: runs ` +
        `${rangesOf(missing, folder)}`
    )
  }
  const table = await joinParts(folder)
  const summary = summarize(sweep, table)
  await writeWhole(join(path, 'results.csv'), csvFile(sweep, table))
  await writeWhole(join(path, 'results.arrow'), arrowFile(sweep, table))
  await writeWhole(join(path, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
  await folder.clean()
  return summary
}

const mostRanges = 20

/** `0–399, 1600–1999`: the runs of some parts. */
function rangesOf(parts: readonly number[], { sweep }: SweepFolder): string {
  const ranges: [number, number][] = []
  for (const part of parts) {
    const last = ranges.at(-1)
    if (last && last[1] === part - 1) last[1] = part
    else ranges.push([part, part])
  }
  const { runsPerPart, runs } = sweep
  const written = ranges
    .slice(0, mostRanges)
    .map(([from, to]) => `${from * runsPerPart}–${Math.min(runs, (to + 1) * runsPerPart) - 1}`)
  const more = ranges.length > mostRanges ? `, … and ${ranges.length - mostRanges} more` : ''
  return written.join(', ') + more
}
