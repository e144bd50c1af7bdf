import { brief, suggestion } from '../suggestion.js'
import type { Element } from './element.js'
import type { Remarks } from './remarks.js'

/** Names of attributes and elements that an element may have, separated by spaces. */
export interface Words {
  /** Undefined: any. */
  readonly attributes?: string
  /** Undefined: any. */
  readonly elements?: string
}

/** By tag, or by the tag of the parent and its own: `fixed/joint`. */
export type Vocabulary = Readonly<Record<string, Words>>

/**
 * Warns of attributes and elements that a format does not have. Names with a colon are ignored: they
 * belong to other namespaces.
 */
export function warnOfUnknown(root: Element, vocabulary: Vocabulary, remarks: Remarks): void {
  const known = new Map(Object.entries(vocabulary).map(([tag, words]) => [tag, setsOf(words)]))
  const open: (readonly [Element, string])[] = [[root, '']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [element, parent] = next
    const words = known.get(`${parent}/${element.tag}`) ?? known.get(element.tag)
    if (!words || (!words.attributes && !words.elements)) continue
    if (words.attributes) warnOfAttributes(element, words.attributes, words.elements, remarks)
    for (const child of element.children) {
      if (words.elements && !isOfOthers(child.tag) && !words.elements.has(child.tag))
        remarks.counted(
          `unknown ${element.tag}/${child.tag}`,
          child,
          `<${brief(child.tag)}> is not known and left out`
        )
    }
    // The last is looked at first.
    for (const child of [...element.children].reverse()) open.push([child, element.tag])
  }
}

interface Sets {
  readonly attributes: ReadonlySet<string> | undefined
  readonly elements: ReadonlySet<string> | undefined
}

function setsOf({ attributes, elements }: Words): Sets {
  const set = (text: string | undefined) => (text === undefined ? text : new Set(text.split(/\s+/)))
  return { attributes: set(attributes), elements: set(elements) }
}

function warnOfAttributes(
  element: Element,
  known: ReadonlySet<string>,
  elements: ReadonlySet<string> | undefined,
  remarks: Remarks
): void {
  for (const name of Object.keys(element.attributes)) {
    if (known.has(name) || isOfOthers(name)) continue
    const names = [...known].filter((each) => each !== '')
    const expected = elements?.has(name)
      ? `; expected an element <${name}>`
      : suggestion(name, 'attributes', names)
    remarks.counted(
      `unknown ${element.tag} ${name}`,
      element,
      `attribute ${brief(name)} is not known and left out${expected}`
    )
  }
}

const isOfOthers = (name: string) => name.includes(':') || name === 'xmlns'
