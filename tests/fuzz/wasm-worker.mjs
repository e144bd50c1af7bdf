import { parentPort, workerData } from 'node:worker_threads'
import { heapSize, run, seedsOf } from './sequence.mjs'

/** Runs sequences, or one list of seeds, and reports each; a trap ends it, as the module is broken. */
const { sequences, seeds, of } = workerData
for (const sequence of sequences ?? [undefined]) {
  const list = seeds ?? seedsOf(sequence)
  const names = []
  let errors = 0
  const wrong = await run(list, {
    of,
    onCall: (name) => {
      names.push(name)
      parentPort.postMessage({ sequence, call: name })
    },
    onError: () => errors++
  })
  const heap = wrong ? undefined : await heapSize()
  parentPort.postMessage({ sequence, done: true, wrong, names, errors, heap })
  if (wrong) break
}
