/// <reference lib="webworker" />
import { load, type MechanismSource, type Model, type RecursionPasses } from 'linkwork'
import type { Forces } from '../../model/messages.ts'

/** Looks into the recursion at a state, on a thread of its own. */

export interface PassesRequest {
  readonly id: number
  /** The mechanism, if it has changed. */
  readonly source?: MechanismSource
  readonly forces: Forces
}

export type PassesReply =
  | { readonly id: number; readonly passes: RecursionPasses }
  | { readonly id: number; readonly message: string }

/** Why there is no recursion of some. */
const rolls =
  'What rolls without slipping is tied by velocities, of which this recursion does not know.'

const page = self as unknown as DedicatedWorkerGlobalScope
const loaded = load()
let model: Model | undefined

page.onmessage = async ({ data }: MessageEvent<PassesRequest>) => {
  const { id, source, forces } = data
  const reply = (message: PassesReply) => page.postMessage(message)
  try {
    const linkwork = await loaded
    if (source) {
      model?.dispose()
      model = undefined
      model = linkwork.model(source)
    }
    if (model?.mechanism.nonholonomic?.length) throw new Error(rolls)
    if (model) reply({ id, passes: model.recursion(forces) })
  } catch (error) {
    reply({ id, message: (error as Error).message })
  }
}
