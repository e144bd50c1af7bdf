import type { Script, TimedInput, UserInput } from '../model/messages.ts'

/**
 * User inputs since the start. If the user seeks back, the later inputs are kept until the motion
 * continues from there.
 */
export class Log {
  #inputs: TimedInput[] = []
  #marks: { at: number; state: string }[] = []
  #branch: { readonly from: number; readonly inputs: TimedInput[] } | undefined

  restart(): void {
    this.#inputs = []
    this.#marks = []
    this.#branch = undefined
  }

  get isEmpty(): boolean {
    return this.#inputs.length === 0 && !this.#branch
  }

  note(at: number, input: UserInput): void {
    const inputs = this.#branch?.inputs ?? this.#inputs
    const last = inputs.at(-1)
    // Between two steps, only the last drag target counts.
    if (input.type === 'pull' && last?.input.type === 'pull' && last.at === at) inputs.pop()
    inputs.push({ at, input })
  }

  mark(at: number, state: string): void {
    if (!this.#branch) this.#marks.push({ at, state })
  }

  /** The motion is at step `at` again, without drag and push. */
  turn(at: number): void {
    this.#branch = { from: at, inputs: [{ at, input: { type: 'turn' } }] }
  }

  /** The motion continues: the later inputs are dropped. */
  resume(): void {
    if (!this.#branch) return
    const { from } = this.#branch
    this.#inputs = this.#present
    this.#marks = this.#marks.filter(({ at }) => at <= from)
    this.#branch = undefined
  }

  script(steps: number, state: string): Script {
    return {
      inputs: this.#present,
      marks: this.#marks.filter(({ at }) => at <= steps),
      steps,
      state
    }
  }

  get #present(): TimedInput[] {
    const { from, inputs } = this.#branch ?? { from: Number.POSITIVE_INFINITY, inputs: [] }
    return [...this.#inputs.filter(({ at }) => at < from), ...inputs]
  }
}

/** Returns the script up to one of its marks, whose fingerprint has fewer digits. */
export function scriptUpTo(script: Script, mark: Script['marks'][number]): Script {
  return {
    inputs: script.inputs.filter(({ at }) => at < mark.at),
    marks: script.marks.filter(({ at }) => at <= mark.at),
    steps: mark.at,
    state: mark.state
  }
}

/**
 * Returns a fingerprint of 16 hexadecimal digits. Two different states have the same one with a
 * probability of 2⁻⁶⁴.
 */
export function fingerprint(...rows: readonly Float64Array[]): string {
  let [a, b] = [0x9e3779b9, 0x85ebca6b]
  for (const row of rows) {
    for (const word of new Uint32Array(row.slice().buffer)) {
      a = Math.imul(a ^ word, 0xcc9e2d51)
      a = (a << 15) | (a >>> 17)
      b = Math.imul(b ^ word ^ a, 0x1b873593)
      b = (b << 13) | (b >>> 19)
    }
  }
  for (const shift of [16, 13, 16]) {
    a = Math.imul(a ^ (a >>> shift), 0x85ebca6b) ^ b
    b = Math.imul(b ^ (b >>> shift), 0xc2b2ae35) ^ a
  }
  return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
