/// <reference lib="webworker" />
import { load, type MechanismSource, type Model, type RecursionPasses } from 'linkwork'

/** Looks into the recursion at a state, on a thread of its own. */

export interface PassesWish {
  readonly id: number
  /** Where it is another than before. */
  readonly source?: MechanismSource
  readonly q: Float64Array
  readonly v: Float64Array
}

export type PassesReply =
  | { readonly id: number; readonly passes: RecursionPasses }
  | { readonly id: number; readonly message: string }

const page = self as unknown as DedicatedWorkerGlobalScope
const loaded = load()
let model: Model | undefined

page.onmessage = async ({ data }: MessageEvent<PassesWish>) => {
  const { id, source, q, v } = data
  const reply = (message: PassesReply) => page.postMessage(message)
  try {
    const linkwork = await loaded
    if (source) {
      model?.dispose()
      model = undefined
      model = linkwork.model(source)
    }
    if (model) reply({ id, passes: model.recursion({ q, v }) })
  } catch (error) {
    reply({ id, message: (error as Error).message })
  }
}
