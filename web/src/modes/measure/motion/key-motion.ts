import { Signal } from '@preact/signals-core'
import type { Mechanism } from 'linkwork'
import type { MotionAnswer, MotionRequest } from './motion-worker.ts'
import type { KeyPose, Moved } from './torques.ts'

/** Time between two poses until they are moved [s]. */
const apart = 1
/** Least time between two poses [s]. */
const nearest = 0.1

/** Key poses, and the torques for the motion through them, which every change computes again. */
export class KeyMotion {
  readonly keys = new Signal<readonly KeyPose[]>([])
  readonly moved = new Signal<Moved | undefined>(undefined)
  /** Why there is none, if there is none. */
  readonly trouble = new Signal('')
  readonly #mechanism: () => Mechanism | undefined
  #worker: Worker | undefined
  #isBusy = false
  #isStale = false

  constructor(mechanism: () => Mechanism | undefined) {
    this.#mechanism = mechanism
  }

  add(q: readonly number[]): void {
    const last = this.keys.value.at(-1)
    this.#change([...this.keys.value, { time: last ? last.time + apart : 0, q }])
  }

  remove(index: number): void {
    const left = this.keys.value.filter((_, i) => i !== index)
    const start = left[0]?.time ?? 0
    this.#change(left.map(({ time, q }) => ({ time: time - start, q })))
  }

  /** Moves a pose in time, between its neighbors; the first stays at 0. */
  move(index: number, time: number): void {
    const { value } = this.keys
    const low = (value[index - 1]?.time ?? 0) + nearest
    const high = (value[index + 1]?.time ?? Number.POSITIVE_INFINITY) - nearest
    if (index === 0 || low > high) return
    const moved = Number(Math.min(high, Math.max(low, time)).toFixed(2))
    this.#change(value.map((key, i) => (i === index ? { time: moved, q: key.q } : key)))
  }

  clear(): void {
    this.#change([])
  }

  get duration(): number {
    return this.keys.value.at(-1)?.time ?? 0
  }

  #change(keys: readonly KeyPose[]): void {
    this.keys.value = keys
    this.moved.value = undefined
    this.trouble.value = ''
    this.#compute()
  }

  #compute(): void {
    const mechanism = this.#mechanism()
    const keys = this.keys.value
    this.#isStale = this.#isBusy
    if (this.#isBusy || !mechanism || keys.length < 2) return
    this.#isBusy = true
    this.#worker ??= this.#open()
    this.#worker.postMessage({ mechanism, keys } satisfies MotionRequest)
  }

  #open(): Worker {
    const worker = new Worker(new URL('./motion-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<MotionAnswer>) => {
      this.#isBusy = false
      if (this.#isStale) return this.#compute()
      if ('moved' in data) this.moved.value = data.moved
      else this.trouble.value = data.message
    }
    return worker
  }
}
