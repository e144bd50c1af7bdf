import type { Element } from '../xml/element.js'
import type { Includes } from '../xml/includes.js'

/** The document with what its <include> elements name in their places. */
export function withIncludes(root: Element, includes: Includes): Element {
  const expanded = (element: Element, path: readonly string[]): Element =>
    element.with(
      element.attributes,
      element.children.flatMap((child) => {
        if (child.tag !== 'include') return [expanded(child, path)]
        const part = includes.root(child, 'file', path)
        return expanded(part, [...path, child.needText('file').trim()]).children
      })
    )
  return expanded(root, [])
}
