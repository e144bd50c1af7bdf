import type { Endpoint } from 'comlink'
import { leftBehind } from '../left-behind.js'

export const processors = (): number => navigator.hardwareConcurrency

/** A Web Worker, in one file; bundlers recognize its address and include it. */
export function startWorker(onEnd: (why: string) => void): {
  readonly endpoint: Endpoint
  readonly stop: () => void
} {
  const behind = leftBehind('worker-web.js', import.meta.url)
  const worker = behind
    ? new Worker(behind, { type: 'module' })
    : new Worker(new URL('../worker-web.js', import.meta.url), { type: 'module' })
  worker.addEventListener('error', ({ message }) => onEnd(message || 'its script did not load'))
  return { endpoint: worker, stop: () => worker.terminate() }
}
