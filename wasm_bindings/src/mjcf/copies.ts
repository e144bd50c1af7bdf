import { type Element, fault } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { mostCopies } from './contents.js'
import type { Tree } from './tree.js'

/** Sections whose elements refer to parts of bodies, those that others refer to first. */
const sections = ['tendon', 'contact', 'equality', 'actuator']

/** Sections of which MuJoCo copies an element only if all parts that it names are copies. */
const complete = ['equality', 'actuator']

/** The document with a copy of what refers to copies of a <replicate>, for each of them, as in MuJoCo. */
export function withCopies(root: Element, tree: Tree, remarks: Remarks): Element {
  const copier = new Copier(suffixesIn(tree), remarks)
  const copied = new Map(
    sections.flatMap((tag) =>
      root
        .all(tag)
        .map((section) => [section, section.children.flatMap((each) => copier.of(each, tag))])
    )
  )
  return root.with(
    root.attributes,
    root.children.map((child) => child.with(child.attributes, copied.get(child) ?? child.children))
  )
}

/** Suffixes of the copies of a thing, by its kind and name. */
type Suffixes = Map<string, string[]>

/** An attribute that names a thing. */
interface Reference {
  readonly attribute: string
  readonly name: string
  readonly suffixes: readonly string[]
}

class Copier {
  readonly #suffixes: Suffixes
  readonly #remarks: Remarks
  #copies = 0

  constructor(suffixes: Suffixes, remarks: Remarks) {
    this.#suffixes = suffixes
    this.#remarks = remarks
  }

  /** An element for each copy of the innermost things that it names; the element itself if there are none. */
  of(element: Element, section: string): Element[] {
    const references = [element, ...element.children].flatMap((each) => this.#referencesOf(each))
    const innermost = references.reduce<readonly string[]>(
      (most, { suffixes }) => (lengthOf(suffixes) > lengthOf(most) ? suffixes : most),
      []
    )
    if (innermost.length === 0) return [element]
    if (
      complete.includes(section) &&
      references.some(({ suffixes }) => lengthOf(suffixes) < lengthOf(innermost))
    ) {
      const problem =
        'it names copies of a <replicate> and other parts; as in MuJoCo, it is left out'
      this.#remarks.counted('partly copied', element, problem)
      return []
    }
    this.#copies += innermost.length
    if (this.#copies > mostCopies) throw fault(element, '', `makes more than ${mostCopies} copies`)
    const name = element.text('name')
    if (name && section === 'tendon') this.#suffixes.set(keyOf('tendon', name), [...innermost])
    return innermost.map((suffix) => {
      const copy = this.#renamed(element, suffix)
      const children = element.children.map((child) => this.#renamed(child, suffix))
      return copy.with({ ...copy.attributes, ...(name ? { name: name + suffix } : {}) }, children)
    })
  }

  /** The element with the names of things as they are in the copy with a suffix. */
  #renamed(element: Element, suffix: string): Element {
    const renamed = this.#referencesOf(element).map(({ attribute, name, suffixes }) => {
      return [attribute, name + suffix.slice(suffix.length - lengthOf(suffixes))] as const
    })
    return element.with({ ...element.attributes, ...Object.fromEntries(renamed) }, element.children)
  }

  #referencesOf({ attributes }: Element): Reference[] {
    return Object.entries(attributes).flatMap(([attribute, name]) => {
      const [kind] = /body|joint|geom|site|tendon/.exec(attribute) ?? []
      if (kind === undefined) return []
      return [{ attribute, name, suffixes: this.#suffixes.get(keyOf(kind, name)) ?? [] }]
    })
  }
}

/** The length of each suffix, which grows with the depth of <replicate> elements. */
const lengthOf = ([first = '']: readonly string[]) => first.length

const keyOf = (kind: string, name: string) => JSON.stringify([kind, name])

function suffixesIn({ world, bodies, jointNames, sites }: Tree): Suffixes {
  const suffixes: Suffixes = new Map()
  const add = (kind: string, element: Element, name: string) => {
    const original = element.text('name') ?? ''
    if (name === original || !name.startsWith(original)) return
    const key = keyOf(kind, original)
    const suffix = name.slice(original.length)
    const others = suffixes.get(key)
    if (others) others.push(suffix)
    else suffixes.set(key, [suffix])
  }
  for (const { element, name } of bodies) add('body', element, name)
  for (const { item, name } of jointNames) add('joint', item.element, name)
  for (const { element, name } of sites) add('site', element, name)
  for (const { geoms } of [world, ...bodies])
    for (const { element, name } of geoms) add('geom', element, name)
  return suffixes
}
