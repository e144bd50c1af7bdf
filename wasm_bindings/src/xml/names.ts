import { brief, suggestion } from '../suggestion.js'
import { type Element, fault } from './element.js'

/** Things of one kind by their names, which differ. */
export class Names<Thing> {
  readonly #things = new Map<string, Thing>()

  /** `kinds` is the plural that errors list the names under. */
  constructor(
    readonly kind: string,
    readonly kinds: string
  ) {}

  /** Files a thing under its element's name, or another. */
  add(element: Element, thing: Thing, name = element.needText('name')): void {
    if (this.#things.has(name)) {
      throw fault(element, 'name', `another ${this.kind} is named "${brief(name)}" already`)
    }
    this.#things.set(name, thing)
  }

  get(name: string): Thing | undefined {
    return this.#things.get(name)
  }

  /** A name that no thing has, the wanted one if it can be. */
  freeName(wanted: string): string {
    let name = wanted
    while (this.#things.has(name)) name += '_'
    return name
  }

  /** The thing that an attribute names. */
  named(element: Element, attribute: string): Thing {
    const name = element.needText(attribute)
    const thing = this.#things.get(name)
    if (thing !== undefined) return thing
    const names = [...this.#things.keys()]
    throw fault(
      element,
      attribute,
      `no ${this.kind} is named "${brief(name)}"${suggestion(name, this.kinds, names)}`
    )
  }

  [Symbol.iterator](): IterableIterator<Thing> {
    return this.#things.values()
  }
}
