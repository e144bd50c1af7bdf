import { reading } from '../checks.js'
import { brief } from '../suggestion.js'
import type { Format } from '../xml/document.js'
import { type Element, fault, parseRoot } from '../xml/element.js'

/** The text of a file, by the name that an <include> gives it. */
export type Include = (file: string) => string

const mostFiles = 1000

/** The document with what its <include> elements name in their places. */
export function withIncludes(root: Element, include: Include | undefined, format: Format): Element {
  let files = 0
  const expanded = (element: Element, path: readonly string[]): Element =>
    element.with(
      element.attributes,
      element.children.flatMap((child) =>
        child.tag === 'include' ? included(child, path) : [expanded(child, path)]
      )
    )
  const included = (element: Element, path: readonly string[]): readonly Element[] => {
    const file = element.needText('file')
    if (!include)
      throw fault(element, 'file', `names "${brief(file)}": give an option include that reads it`)
    if (path.includes(file)) throw fault(element, 'file', `"${brief(file)}" includes itself`)
    if (++files > mostFiles) throw fault(element, 'file', `is one of more than ${mostFiles} files`)
    const text = reading(`include ${brief(file)}`, () => include(file))
    if (typeof text !== 'string')
      throw fault(element, 'file', `expected the text of "${brief(file)}", found none`)
    const part = parseRoot(text, { ...format, file })
    return expanded(part, [...path, file]).children
  }
  return expanded(root, [])
}
