import { brief } from '../suggestion.js'

/** The prefix of messages of three.js. */
const signature = /^THREE\.(?:\w+: )?/

/** A message of three.js, without its name and the addresses of a file's contents. */
export function unsigned(words: string): string {
  return words.replace(signature, '').replace(/ (?:blob|data):\S*/g, '')
}

/** The loader whose messages are collected while it waits: one at a time, because messages do not name the file. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * The messages of a loader of three.js about the text that it reads, of which a hostile one may have millions
 * of lines: it writes to the console, which while it reads is this instead.
 */
export class LoaderWords {
  #first: string | undefined
  #more = 0

  /** Listens while `read` runs; it may not wait, or others would be heard. */
  during<Found>(read: () => Found): Found {
    const release = this.#listen(() => true)
    try {
      return read()
    } finally {
      release()
    }
  }

  /** Listens while `read` takes its time, to three.js alone: what others say goes on to the console. */
  async throughout<Found>(read: () => Promise<Found>): Promise<Found> {
    const listening = async () => {
      const release = this.#listen(([first]) => signature.test(String(first)))
      try {
        return await read()
      } finally {
        release()
      }
    }
    const result = turn.then(listening)
    turn = result.catch(() => undefined)
    return result
  }

  /** The first of what was said, and how much more there was. */
  get warnings(): readonly string[] {
    if (this.#first === undefined) return []
    const more = this.#more > 0 ? ` (and ${this.#more} more of such)` : ''
    return [`${this.#first}${more}`]
  }

  /** Takes the console's place for what is meant for us; returns what gives it back. */
  #listen(isOurs: (words: readonly unknown[]) => boolean): () => void {
    const { warn, error, debug } = console
    const hear =
      (pass: (...words: unknown[]) => void) =>
      (...words: unknown[]) =>
        isOurs(words) ? this.#hear(words) : pass(...words)
    const quiet = (...words: unknown[]) => (isOurs(words) ? undefined : debug(...words))
    Object.assign(console, { warn: hear(warn), error: hear(error), debug: quiet })
    return () => Object.assign(console, { warn, error, debug })
  }

  #hear([format, ...values]: readonly unknown[]): void {
    if (this.#first !== undefined) {
      this.#more += 1
      return
    }
    const said = String(format).replace(/%s/g, () => String(values.shift()))
    this.#first = brief(unsigned([said, ...values].join(' ')), 200)
  }
}
