import type { Built } from '../model/messages.ts'
import type { Frame } from '../worker/frame.ts'
import { signalFrame } from './page-attributes.ts'

/** A copy of the latest frame, because its buffer goes back to the worker. */
export class LatestFrame {
  /** Poses of all bodies, seven numbers each. */
  poses = new Float64Array(0)
  /** Coordinates of all joints. */
  q = new Float64Array(0)
  v = new Float64Array(0)
  time = 0
  /** Whether the stage shows another motion. */
  isLent = false
  #count = 0
  readonly #listeners = new Set<(frame: Frame) => void>()

  /** Allocates arrays for the frames of another mechanism. */
  open({ mechanism, positions, velocities }: Built): void {
    this.poses = new Float64Array(7 * mechanism.bodies.length)
    this.q = new Float64Array(positions)
    this.v = new Float64Array(velocities)
  }

  take(frame: Frame): void {
    this.poses.set(frame.poses)
    this.q.set(frame.q)
    this.v.set(frame.v)
    this.time = frame.time
  }

  /** Calls the listener at every frame; returns a function that ends this. */
  onFrame(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Notifies the listeners, and programs that watch the page, of a frame. */
  notify(frame: Frame): void {
    this.#count += 1
    signalFrame(this.#count, frame.time, this.poses)
    for (const listener of this.#listeners) listener(frame)
  }
}
