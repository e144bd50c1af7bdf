import { availableParallelism } from 'node:os'
import { SweepFolder } from '../sweep/folder.js'
import { mergeFolders } from '../sweep/merge.js'
import { ThreadPool } from '../sweep/pool.js'
import { queueComputer, queueWorker } from '../sweep/queue.js'
import { writeResults } from '../sweep/results.js'
import { type Computer, runParts } from '../sweep/run.js'
import { readSpec } from '../sweep/spec.js'
import { openSweep, type Sweep } from '../sweep/sweep.js'
import type { Linkwork } from '../types/linkwork.js'
import { progressDisplay } from './progress.js'
import { countOption, InterruptedError, queueOption, shardOption, UsageError } from './usage.js'

export interface SweepArguments {
  readonly out?: string
  readonly threads?: string
  readonly queue?: string
  readonly shard?: string
  readonly merge?: boolean
}

/** Runs what is missing of a sweep, or joins folders; gives the summary, or how far it is. */
export async function sweep(
  linkwork: Linkwork,
  files: readonly string[],
  options: SweepArguments
): Promise<object> {
  const [file = ''] = files
  if (options.merge) {
    refuse(options, ['threads', 'queue', 'shard'], 'merge')
    return writeResults(await mergeFolders(linkwork, files, options.out ?? file))
  }
  if (options.queue !== undefined) refuse(options, ['threads', 'shard'], 'queue')
  const [shard, shards] = shardOption(options.shard)
  const checked = openSweep(linkwork, await readSpec(file))
  const folder = await SweepFolder.open(
    options.out ?? `${file.replace(/\.json$/, '')}.sweep`,
    checked
  )
  const missing = await folder.missing()
  const ours = missing.filter((part) => part % shards === shard - 1)
  if (ours.length > 0) await runOrStop(folder, ours, await computerOf(checked, options))
  if (shards === 1) return writeResults(folder)
  const { length } = await folder.missing()
  return { folder: folder.path, parts: checked.parts, missing: length }
}

function refuse(
  options: SweepArguments,
  others: readonly (keyof SweepArguments)[],
  name: keyof SweepArguments
): void {
  for (const other of others)
    if (options[other] !== undefined)
      throw new UsageError(`--${other} and --${name} exclude each other`)
}

async function computerOf(checked: Sweep, { threads, queue }: SweepArguments): Promise<Computer> {
  if (queue !== undefined) return queueComputer(queueOption(queue), checked)
  const pool = threadPool(threads)
  const spec = JSON.stringify(checked.spec)
  return {
    width: pool.threads + 1, // one waits, so no thread does
    compute: async (part, keep) => keep(await pool.compute(spec, part)),
    close: () => pool.close()
  }
}

function threadPool(threads: string | undefined): ThreadPool {
  return new ThreadPool(
    threads === undefined ? availableParallelism() : countOption(threads, 'threads')
  )
}

async function runOrStop(
  folder: SweepFolder,
  parts: readonly number[],
  computer: Computer
): Promise<void> {
  const { parts: all } = folder.sweep
  let done = all - parts.length
  const progress = progressDisplay(all, (there) => `${bar(there / all)}  ${there} of ${all} parts`)
  const stop = new AbortController()
  const end = onSignals(() => stop.abort())
  await runParts(folder, parts, computer, stop.signal, () => progress(++done))
  end()
  if (!stop.signal.aborted) return
  throw new InterruptedError(
    `${done} of ${all} parts are in ${folder.path}; the same command goes on from there`
  )
}

function bar(share: number): string {
  const full = Math.floor(20 * share)
  return `[${'#'.repeat(full)}${'-'.repeat(20 - full)}]`
}

/** Takes parts from a queue until a signal ends it. */
export async function work(
  linkwork: Linkwork,
  { queue, threads }: Pick<SweepArguments, 'queue' | 'threads'>
): Promise<void> {
  if (queue === undefined) throw new UsageError('work needs --queue')
  const pool = threadPool(threads)
  try {
    const worker = await queueWorker(queueOption(queue), linkwork.version, pool)
    process.stderr.write(`takes parts for ${pool.threads} threads; Ctrl-C ends it\n`)
    await new Promise<void>((resolve) => onSignals(resolve))
    await worker.close()
  } finally {
    await pool.close()
  }
}

/** Calls back at Ctrl-C and at the end signal of a scheduler; returns a function that removes the listeners. */
function onSignals(call: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, call)
  return () => {
    for (const signal of signals) process.off(signal, call)
  }
}
