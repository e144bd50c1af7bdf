import { brief } from '../suggestion.js'

/**
 * What a loader of three.js says of the text that it reads, of which a hostile one may have millions of
 * lines: it writes to the console, which while it reads is this instead.
 */
export class LoaderWords {
  #first: string | undefined
  #more = 0

  /** Listens while `read` runs; it may not wait, or others would be heard. */
  during<Found>(read: () => Found): Found {
    const { warn, error, debug } = console
    const hear = (...words: unknown[]) => this.#hear(words)
    Object.assign(console, { warn: hear, error: hear, debug: () => undefined })
    try {
      return read()
    } finally {
      Object.assign(console, { warn, error, debug })
    }
  }

  /** The first of what was said, and how much more there was. */
  get warnings(): readonly string[] {
    if (this.#first === undefined) return []
    const more = this.#more > 0 ? ` (and ${this.#more} more of such)` : ''
    return [`${this.#first}${more}`]
  }

  #hear([format, ...values]: readonly unknown[]): void {
    if (this.#first !== undefined) {
      this.#more += 1
      return
    }
    const said = String(format).replace(/%s/g, () => String(values.shift()))
    this.#first = brief([said, ...values].join(' ').replace(/^THREE\.\w+: /, ''), 200)
  }
}
