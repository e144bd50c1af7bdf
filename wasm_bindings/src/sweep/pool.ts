import { fileURLToPath } from 'node:url'
import workerpool from 'workerpool'

/** Threads that compute parts, each with a library of its own. */
export class ThreadPool {
  readonly #pool: workerpool.Pool

  constructor(readonly threads: number) {
    const script = fileURLToPath(new URL('./thread.js', import.meta.url))
    this.#pool = workerpool.pool(script, { workerType: 'thread', maxWorkers: threads })
  }

  /** A part, as an Arrow file, of the sweep with this spec. */
  async compute(spec: string, part: number): Promise<Uint8Array> {
    return await this.#pool.exec('compute', [spec, part])
  }

  /** Ends the threads at once. */
  async close(): Promise<void> {
    await this.#pool.terminate(true)
  }
}
