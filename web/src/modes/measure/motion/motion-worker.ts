/// <reference lib="webworker" />
import { load, type Mechanism } from 'linkwork'
import { type KeyPose, type Moved, moveThrough } from './torques.ts'

/** Inverse dynamics in a thread of its own: one answer for every motion that is sent. */

export interface MotionRequest {
  readonly mechanism: Mechanism
  readonly keys: readonly KeyPose[]
}

export type MotionAnswer = { readonly moved: Moved } | { readonly message: string }

const page = self as unknown as DedicatedWorkerGlobalScope
const loading = load()

page.onmessage = async ({ data }: MessageEvent<MotionRequest>) => {
  page.postMessage(await answer(data))
}

async function answer({ mechanism, keys }: MotionRequest): Promise<MotionAnswer> {
  try {
    return { moved: moveThrough(await loading, mechanism, keys) }
  } catch (error) {
    return { message: (error as Error).message }
  }
}
