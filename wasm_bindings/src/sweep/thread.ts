import workerpool from 'workerpool'
import { load } from '../load.js'
import { computePart } from './part.js'
import type { Spec } from './spec.js'
import { openSweep, type Sweep } from './sweep.js'
import { encodePart } from './tables.js'

// A thread of the pool: parts of any sweep, mostly the one of before.

const linkwork = await load()
let last: { readonly text: string; readonly sweep: Sweep } | undefined

workerpool.worker({
  compute(text: string, part: number): Uint8Array {
    if (last?.text !== text) last = { text, sweep: openSweep(linkwork, JSON.parse(text) as Spec) }
    return encodePart(last.sweep, computePart(linkwork, last.sweep, part))
  }
})
