import { availableParallelism } from 'node:os'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Endpoint } from 'comlink'

export const processors = availableParallelism

/** A worker thread of Node. */
export function startWorker(onEnd: (why: string) => void): {
  readonly endpoint: Endpoint
  readonly stop: () => void
} {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL('./worker-node.js', import.meta.url), {
    workerData: port2,
    transferList: [port2]
  })
  worker.on('error', ({ message }) => onEnd(message))
  worker.on('exit', (status) => onEnd(`it exited with status ${status}`))
  const stop = () => {
    port1.close()
    worker.terminate()
  }
  return { endpoint: port1 as Endpoint, stop }
}
