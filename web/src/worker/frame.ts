import type { Vector3 } from 'linkwork'
import { type ControlState, controlStates } from '../model/messages.ts'

/** One point of the accuracy plots. */
export interface Sample {
  /** [s] */
  readonly time: number
  readonly energyError: number
  /** Tolerance of the energy error at this time. */
  readonly energyTolerance: number
  /** [m] */
  readonly loopError: number
  /** [µs] */
  readonly stepTime: number
}

const headerSize = 20
const sampleSize = 5
const sampleCapacity = 256

/**
 * One frame in a flat buffer that page and worker exchange: counters, the samples since the last frame,
 * poses (7 per body), joint positions and velocities.
 */
export class Frame {
  readonly #data: Float64Array
  readonly poses: Float64Array
  readonly q: Float64Array
  readonly v: Float64Array

  constructor(buffer: ArrayBuffer, bodies: number, positions: number, velocities: number) {
    this.#data = new Float64Array(buffer)
    const start = headerSize + sampleSize * sampleCapacity
    this.poses = this.#data.subarray(start, start + 7 * bodies)
    this.q = this.#data.subarray(start + 7 * bodies, start + 7 * bodies + positions)
    this.v = this.#data.subarray(start + 7 * bodies + positions)
    if (this.v.length !== velocities) throw new RangeError('A frame buffer has the wrong size.')
  }

  static allocate(bodies: number, positions: number, velocities: number): ArrayBuffer {
    const numbers = headerSize + sampleSize * sampleCapacity + 7 * bodies + positions + velocities
    return new ArrayBuffer(8 * numbers)
  }

  get buffer(): ArrayBuffer {
    return this.#data.buffer as ArrayBuffer
  }

  /** Number of the build that these numbers belong to. */
  get epoch(): number {
    return this.#get(0)
  }
  set epoch(value: number) {
    this.#data[0] = value
  }

  /** Simulated time [s]. */
  get time(): number {
    return this.#get(1)
  }
  set time(value: number) {
    this.#data[1] = value
  }

  get energyError(): number {
    return this.#get(2)
  }
  set energyError(value: number) {
    this.#data[2] = value
  }

  /** [m] */
  get loopError(): number {
    return this.#get(3)
  }
  set loopError(value: number) {
    this.#data[3] = value
  }

  /** Mean time of a step [µs]; NaN before the first measurement. */
  get stepTime(): number {
    return this.#get(4)
  }
  set stepTime(value: number) {
    this.#data[4] = value
  }

  /** Simulated seconds per second, mean over one second; NaN while paused. */
  get measuredSpeed(): number {
    return this.#get(5)
  }
  set measuredSpeed(value: number) {
    this.#data[5] = value
  }

  /** First and last time that can be scrubbed to [s]. */
  get historyStart(): number {
    return this.#get(6)
  }
  get historyEnd(): number {
    return this.#get(7)
  }
  setHistory(start: number, end: number): void {
    this.#data[6] = start
    this.#data[7] = end
  }

  /** Counts restarts of the measurements, which reset E0 and the maxima. */
  get measuresEpoch(): number {
    return this.#get(8)
  }
  set measuresEpoch(value: number) {
    this.#data[8] = value
  }

  /** Size of the drag force [N]; 0 if nothing is dragged. */
  get pullForce(): number {
    return this.#get(9)
  }
  set pullForce(value: number) {
    this.#data[9] = value
  }

  /** Drag force in the world [N]. */
  get pull(): Vector3 {
    return [this.#get(10), this.#get(11), this.#get(12)]
  }
  set pull(force: ArrayLike<number>) {
    for (let axis = 0; axis < 3; axis++) this.#data[10 + axis] = force[axis] ?? 0
  }

  /** Violation of the contact laws, as a velocity [m/s, rad/s]. */
  get contactError(): number {
    return this.#get(14)
  }
  set contactError(value: number) {
    this.#data[14] = value
  }

  /** Steps since the start that were divided. */
  get retries(): number {
    return this.#get(19)
  }
  set retries(value: number) {
    this.#data[19] = value
  }

  /** Computing time of the controller per second of motion [ms]; NaN without a controller. */
  get controlCost(): number {
    return this.#get(15)
  }
  set controlCost(value: number) {
    this.#data[15] = value
  }

  /** State of the controller; undefined without a controller. */
  get controlState(): ControlState | undefined {
    return controlStates[this.#get(17)]
  }
  set controlState(value: ControlState | undefined) {
    this.#data[17] = value ? controlStates.indexOf(value) : -1
  }

  /** Tolerance of the energy error now; infinite if there is none. */
  get energyTolerance(): number {
    return this.#get(16)
  }
  set energyTolerance(value: number) {
    this.#data[16] = value
  }

  /** Strongest impact since the last frame [m/s]; 0 if sound is off. */
  get impact(): number {
    return this.#get(18)
  }
  set impact(value: number) {
    this.#data[18] = value
  }

  get sampleCount(): number {
    return this.#get(13)
  }

  clearSamples(): void {
    this.#data[13] = 0
  }

  /** Adds a sample unless the frame is full. */
  addSample(sample: Sample): void {
    const index = this.sampleCount
    if (index >= sampleCapacity) return
    const at = headerSize + sampleSize * index
    this.#data[at] = sample.time
    this.#data[at + 1] = sample.energyError
    this.#data[at + 2] = sample.loopError
    this.#data[at + 3] = sample.stepTime
    this.#data[at + 4] = sample.energyTolerance
    this.#data[13] = index + 1
  }

  sample(index: number): Sample {
    const at = headerSize + sampleSize * index
    return {
      time: this.#get(at),
      energyError: this.#get(at + 1),
      loopError: this.#get(at + 2),
      stepTime: this.#get(at + 3),
      energyTolerance: this.#get(at + 4)
    }
  }

  #get(index: number): number {
    return this.#data[index] ?? Number.NaN
  }
}
