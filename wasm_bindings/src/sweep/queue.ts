import type { Job, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ThreadPool } from './pool.js'
import type { Computer } from './run.js'
import type { Sweep } from './sweep.js'

// A job is one part of one sweep. It is delivered at least once: to another worker where the first
// does not say for `lockDuration` that it is alive. Its result has the same bits on every worker, and waits
// in Redis until the sweep has written it.

/** The queue cannot be reached, or gave a part up. */
export class QueueError extends Error {
  override readonly name = 'QueueError'
}

/** The data of a job. */
interface PartJob {
  readonly spec: string
  readonly part: number
}

type PartQueue = Queue<PartJob, string>

const lockDuration = 5000 // ms
/** A part whose workers died so often kills them. */
const mostDeaths = 10
/** Parts in the queue at once: bounds what Redis holds, and how many threads work. */
const width = 1024
const weekSeconds = 7 * 24 * 3600
/** Of who waits for a part [ms]. */
const patience = 5000

/** Workers of another version, whose bits may differ, never see its parts. */
function queueName(version: string): string {
  return `linkwork-${version}`
}

/** The workers that take parts from a queue. */
export async function queueComputer(address: string, sweep: Sweep): Promise<Computer> {
  const { bullmq, redis } = await connect(address)
  const name = queueName(sweep.version)
  const queue: PartQueue = new bullmq.Queue(name, { connection: redis })
  const events = new bullmq.QueueEvents(name, { connection: redis })
  queue.setMaxListeners(0).on('error', report) // every part listens to both
  events.setMaxListeners(0).on('error', report)
  const spec = JSON.stringify(sweep.spec)
  const add = (part: number) =>
    queue.add(
      'part',
      { spec, part },
      { jobId: `${sweep.id}-${part}`, removeOnComplete: { age: weekSeconds }, removeOnFail: true }
    )
  if ((await queue.getWorkersCount()) === 0)
    process.stderr.write(`no worker takes parts of linkwork ${sweep.version} there yet\n`)
  return {
    width,
    async compute(part, keep) {
      // Added again now and then, which does nothing where it is there: a server that was started
      // again may have forgotten it, and events may be lost.
      for (;;) {
        const job = await add(part)
        const result = await job.waitUntilFinished(events, patience).catch(({ message }: Error) => {
          if (!/timed out|Missing key/.test(message))
            throw new QueueError(`part ${part}: ${message}`)
        })
        if (result === undefined) continue
        await keep(Buffer.from(result, 'base64'))
        await job.remove().catch(report)
        return
      }
    },
    async close() {
      await events.close()
      await queue.close()
      redis.disconnect()
    }
  }
}

/** Takes parts from a queue, until it is closed; a part that is under way then is finished first. */
export async function queueWorker(
  address: string,
  version: string,
  pool: ThreadPool
): Promise<{ close(): Promise<void> }> {
  const { bullmq, redis } = await connect(address)
  const compute = async ({ data }: Job<PartJob, string>) =>
    Buffer.from(await pool.compute(data.spec, data.part)).toString('base64')
  const worker: Worker<PartJob, string> = new bullmq.Worker(queueName(version), compute, {
    connection: redis,
    concurrency: pool.threads,
    lockDuration,
    stalledInterval: lockDuration / 2,
    maxStalledCount: mostDeaths
  })
  worker.on('error', report)
  await worker.waitUntilReady()
  return {
    async close() {
      await worker.close()
      redis.disconnect()
    }
  }
}

async function connect(address: string) {
  const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]).catch(
    (error: Error) => {
      throw new QueueError(
        `--queue needs BullMQ, which is not installed: npm install bullmq ioredis (${error.message})`
      )
    }
  )
  const redis: Redis = new Redis(address, { maxRetriesPerRequest: null, lazyConnect: true })
  let fault = 'no answer'
  const remember = ({ message }: Error) => {
    fault = message
  }
  redis.on('error', remember)
  await redis.connect().catch(() => {
    redis.disconnect()
    throw new QueueError(`--queue: no Redis at ${new URL(address).host}: ${fault}`)
  })
  redis.off('error', remember).on('error', report)
  return { bullmq, redis }
}

let lastReport = ''

/** Connections are tried again and again; the reason is printed once. */
function report({ message }: Error): void {
  if (message !== lastReport) process.stderr.write(`queue: ${message}\n`)
  lastReport = message
}
