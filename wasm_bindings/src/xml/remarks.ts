import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import type { Element } from './element.js'

/** A warning, and how many more of its kind there are. */
interface Remark {
  readonly text: string
  more: number
}

/** The warnings about a document: place, found, expected, what is used. */
export class Remarks {
  readonly #remarks: Remark[] = []
  readonly #kinds = new Map<string, Remark>()

  get warnings(): readonly string[] {
    return this.#remarks.map(({ text, more }) =>
      more === 0 ? text : `${text} (and ${more} more of this kind)`
    )
  }

  add(text: string): void {
    this.#remarks.push({ text, more: 0 })
  }

  /** `line 12: joint "knee", limit: problem`. */
  at(element: Element, problem: string): void {
    this.add(placed(element, problem))
  }

  /** The first of a kind. */
  once(kind: string, element: Element, problem: string): void {
    if (!this.#kinds.has(kind)) this.counted(kind, element, problem)
  }

  /** The first of a kind, and how many there are. */
  counted(kind: string, element: Element, problem: string): void {
    this.countedText(kind, placed(element, problem))
  }

  countedText(kind: string, text: string): void {
    const first = this.#kinds.get(kind)
    if (first) {
      first.more++
      return
    }
    this.add(text)
    this.#kinds.set(kind, this.#remarks.at(-1)!)
  }

  /** The first of a kind of each attribute that has an effect. */
  attributes(element: Element, effects: Readonly<Record<string, string>>): void {
    for (const [attribute, effect] of Object.entries(effects)) {
      const text = element.text(attribute)
      if (text === undefined || /^(0|false|auto|none|\s)*$/.test(text)) continue
      this.once(`${element.tag} ${attribute}`, element, `${attribute}, ${effect}, is left out`)
    }
  }

  /** Reads a part that no motion depends on: a fault in it becomes a warning. */
  optional<Result>(read: () => Result): Result | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof MechanismError)) throw error
      this.add(`${error.message}; the part is left out`)
      return undefined
    }
  }
}

function placed({ line, place }: Element, problem: string): string {
  return `line ${line}: ${place}: ${problem}`
}

/** Text of a warning about a value: expected, found, and what is used. */
export function found(expected: string, text: string, counts: string): string {
  return `expected ${expected}, found "${brief(text.trim())}"; ${counts}`
}
