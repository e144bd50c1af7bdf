import type { Element } from '../xml/element.js'

interface Named {
  readonly element: Element
  /** That of the element and, in a copy, a suffix. */
  readonly name: string
}

/** The copies that <replicate> makes of things with names. MuJoCo copies what refers to them, too. */
export class Copies {
  readonly #suffixes = new Map<string, string[]>()

  constructor(things: Iterable<Named>) {
    for (const { element, name } of things) {
      const original = element.text('name') ?? ''
      if (name === original || !name.startsWith(original)) continue
      const suffix = name.slice(original.length)
      const others = this.#suffixes.get(original)
      if (others) others.push(suffix)
      else this.#suffixes.set(original, [suffix])
    }
  }

  /** An element for each copy of the things that attributes name; the element itself where there are none. */
  of(element: Element, attributes: readonly string[]): Element[] {
    const ofAttribute = (attribute: string) =>
      this.#suffixes.get(element.text(attribute) ?? '') ?? []
    const copied = attributes.filter((attribute) => ofAttribute(attribute).length > 0)
    if (copied.length === 0) return [element]
    return [...new Set(copied.flatMap(ofAttribute))].map((suffix) => {
      const names = copied.map((each) => [each, `${element.text(each)}${suffix}`])
      return element.with({ ...element.attributes, ...Object.fromEntries(names) }, element.children)
    })
  }
}
