import { h } from './dom.ts'

const pause = 2000

/** Says things to screen readers, politely, at most one in two seconds; the latest wins. */
export class LiveRegion {
  readonly element = h('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' })
  #next: string | undefined
  #resting = false

  say(words: string): void {
    this.#next = words
    if (!this.#resting) this.#speak()
  }

  #speak(): void {
    if (this.#next === undefined) return
    this.element.textContent = this.#next
    this.#next = undefined
    this.#resting = true
    setTimeout(() => {
      this.#resting = false
      this.#speak()
    }, pause)
  }
}
