import { parentPort, workerData } from 'node:worker_threads'
import { heapSize, longestCall as longest, replay, run, seedsOf } from './sequence.mjs'

/**
 * Runs sequences, or one list of seeds, or of recorded calls, and reports each; a trap ends it, as the
 * module is broken.
 */
const { sequences, seeds, calls, of, record } = workerData
for (const sequence of sequences ?? [undefined]) {
  const names = []
  let errors = 0
  const onCall = (name) => {
    names.push(name)
    parentPort.postMessage({ sequence, call: name })
  }
  const onError = () => errors++
  const onMade = record && ((made) => parentPort.postMessage({ made: JSON.stringify(made) }))
  const wrong = calls
    ? await replay(calls, { onCall, longest })
    : await run(seeds ?? seedsOf(sequence), { of, onCall, onError, onMade, longest })
  const heap = wrong ? undefined : await heapSize()
  parentPort.postMessage({ sequence, done: true, wrong, names, errors, heap })
  if (wrong) break
}
