import type { Element } from './element.js'

/** Warnings of what a document says that a mechanism cannot: the first of each kind. */
export class Remarks {
  readonly warnings: string[] = []
  readonly #said = new Set<string>()

  once(kind: string, { line, place }: Element, problem: string): void {
    if (this.#said.has(kind)) return
    this.#said.add(kind)
    this.warnings.push(`line ${line}: ${place}: ${problem}`)
  }

  /** The same of attributes: what each would have done. */
  attributes(element: Element, effects: Readonly<Record<string, string>>): void {
    for (const [attribute, effect] of Object.entries(effects)) {
      const text = element.text(attribute)
      if (text === undefined || /^(0|false|auto|none|\s)*$/.test(text)) continue
      this.once(`${element.tag} ${attribute}`, element, `${attribute}, ${effect}, is left out`)
    }
  }
}
