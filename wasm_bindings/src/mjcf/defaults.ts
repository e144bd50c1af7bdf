import { brief, suggestion } from '../suggestion.js'
import { type Element, fault } from '../xml/element.js'
import { generalized, isActuator } from './actuator-laws.js'
import { orientations } from './places.js'

type Attributes = Readonly<Record<string, string>>
/** Attributes by tag. */
type Class = ReadonlyMap<string, Attributes>

/** The <default> classes of a document: attributes that elements have where they say nothing. */
export class Defaults {
  readonly #classes = new Map<string, Class>([['main', new Map()]])

  constructor(root: Element) {
    for (const section of root.all('default')) {
      const name = section.text('class') ?? 'main'
      this.#read(section, name, this.#classes.get('main')!)
    }
  }

  #read(section: Element, name: string, parent: Class): void {
    const own = new Map(parent)
    for (const child of section.children) {
      if (child.tag === 'default') continue
      if (isActuator(child.tag))
        own.set('general', generalized(own.get('general') ?? {}, child.tolerant()))
      else own.set(child.tag, merged(own.get(child.tag) ?? {}, child.attributes))
    }
    this.#classes.set(name, own)
    for (const child of section.all('default')) this.#read(child, child.needText('class'), own)
  }

  /** The element with what its class gives it; its own attributes count first. */
  applied(element: Element, childClass: string | undefined, tag = element.tag): Element {
    const inherited = this.#classOf(element, childClass).get(tag) ?? {}
    return element.with(merged(inherited, element.attributes), element.children)
  }

  /** Returns an actuator with the attributes of the equivalent <general>. */
  appliedToActuator(element: Element): Element {
    const inherited = this.#classOf(element, undefined).get('general') ?? {}
    return element.with(generalized(inherited, element), element.children)
  }

  #classOf(element: Element, childClass: string | undefined): Class {
    const name = element.text('class') ?? childClass ?? 'main'
    const found = this.#classes.get(name)
    if (found) return found
    const classes = suggestion(name, 'classes', [...this.#classes.keys()])
    throw fault(element, 'class', `no default class is named "${brief(name)}"${classes}`)
  }
}

const isOrientation = (attribute: string) => (orientations as readonly string[]).includes(attribute)

/** An orientation takes the place of any other, and a short size of as many numbers. */
function merged(inherited: Attributes, own: Attributes): Attributes {
  const isTurned = Object.keys(own).some(isOrientation)
  const kept = Object.entries(inherited).filter(([name]) => !(isTurned && isOrientation(name)))
  const all = { ...Object.fromEntries(kept), ...own }
  const { size } = inherited
  if (size === undefined || own['size'] === undefined) return all
  const [first, second] = [own['size'], size].map((text) => text.trim().split(/\s+/))
  return { ...all, size: [...first!, ...second!.slice(first!.length)].join(' ') }
}
