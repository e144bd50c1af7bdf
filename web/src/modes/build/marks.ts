import { setAttribute, setText } from '../../ui/dom.ts'

type Attributes = Readonly<Record<string, string | number>>

/** Elements of an SVG by their keys. An element that is put again is updated. */
export class Marks {
  readonly #layers: ReadonlyMap<string, SVGElement>
  readonly #elements = new Map<string, SVGElement>()
  #seen = new Set<string>()

  /** The first word of a key is its layer. */
  constructor(root: SVGElement, layers: readonly string[]) {
    this.#layers = new Map(layers.map((name) => [name, svgElement('g')]))
    root.append(...this.#layers.values())
  }

  put(key: string, tag: string, attributes: Attributes, text?: string): void {
    let element = this.#elements.get(key)
    if (!element) {
      element = svgElement(tag)
      this.#elements.set(key, element)
      this.#layers.get(key.split(' ')[0] ?? '')?.append(element)
    }
    for (const [name, value] of Object.entries(attributes))
      setAttribute(element, name, String(value))
    if (text !== undefined) setText(element, text)
    this.#seen.add(key)
  }

  /** Removes the elements that were not put since the last call. */
  end(): void {
    for (const [key, element] of this.#elements) {
      if (this.#seen.has(key)) continue
      element.remove()
      this.#elements.delete(key)
    }
    this.#seen = new Set()
  }
}

export const svgElement = (tag: string, attributes: Attributes = {}): SVGElement => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  return element
}
