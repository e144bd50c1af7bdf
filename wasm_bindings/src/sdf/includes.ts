import { brief } from '../suggestion.js'
import { type Element, fault } from '../xml/element.js'
import type { Includes } from '../xml/includes.js'
import { flag } from '../xml/values.js'
import { modernized } from './versions.js'

/** An attribute of included models whose links, joints and frames are those of the model around them. */
export const merged = 'linkwork:merged'

/** The document with models in the places of <include> elements. */
export function withIncludes(root: Element, includes: Includes): Element {
  const expanded = (element: Element, path: readonly string[]): Element => {
    const holds = ['sdf', 'world', 'model'].includes(element.tag)
    if (!holds) return element
    const children = element.children.flatMap((child) =>
      child.tag === 'include' ? included(child, path) : [expanded(child, path)]
    )
    return element.with(element.attributes, children)
  }
  const included = (element: Element, path: readonly string[]): Element[] => {
    const uri = element.need('uri')
    const root = modernized(includes.root(uri, '', path))
    const inside = [...path, uri.content.trim()]
    const [model, second] = root.all('model')
    if (!model) {
      const [other] = root.children
      if (!other || other.tag === 'world')
        throw fault(uri, '', `expected a file with a <model>, found ${other ? '<world>' : 'none'}`)
      element.remarks.once(
        `include ${other.tag}`,
        element,
        `<${brief(other.tag)}> of "${brief(uri.content.trim())}" is left out`
      )
      return []
    }
    if (second)
      element.remarks.at(element, `expected one <model> in the file, found more; the first counts`)
    return [overridden(element, expanded(model, inside))]
  }
  return expanded(modernized(root), [])
}

/** The model with the name, the pose and so on of its <include>. */
function overridden(include: Element, model: Element): Element {
  const text = (tag: string) => include.one(tag)?.needText('').trim()
  const [name, placement] = [text('name'), text('placement_frame')]
  const attributes = {
    ...model.attributes,
    ...(name === undefined ? {} : { name }),
    ...(placement === undefined ? {} : { placement_frame: placement }),
    ...(flag(include, 'merge', false) ? { [merged]: 'true' } : {})
  }
  const given = ['pose', 'static'].flatMap((tag) => include.one(tag) ?? [])
  const kept = model.children.filter(({ tag }) => !given.some((each) => each.tag === tag))
  return model.with(attributes, [...given, ...kept])
}
