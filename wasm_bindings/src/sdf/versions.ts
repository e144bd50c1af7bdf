import { brief } from '../suggestion.js'
import type { Element } from '../xml/element.js'

/** Converts a document to the newest version of SDF. */
export function modernized(root: Element): Element {
  const version = (root.text('version') ?? '').trim()
  const isBefore = (minor: number) => {
    const [, major, found] = /^(\d+)\.(\d+)/.exec(version) ?? []
    return major === '1' && Number(found) < minor
  }
  if (!isBefore(7)) return root
  const named = withOwnNames(root)
  return isBefore(5) ? withAxesOfModel(named) : named
}

/** Until SDF 1.4, axes are in the frame of the model. */
function withAxesOfModel(element: Element): Element {
  const isAxis = element.tag === 'axis' || element.tag === 'axis2'
  const children = element.children.map(withAxesOfModel)
  if (!isAxis || element.one('use_parent_model_frame'))
    return element.with(element.attributes, children)
  const frame = element.made('use_parent_model_frame', 'true')
  return element.with(element.attributes, [...children, frame])
}

/** Elements that share one set of names, in order of precedence. */
const kinds = ['model', 'link', 'joint', 'frame'] as const

/**
 * Until SDF 1.6, a joint may have the name of a link. Since 1.7, models, links, joints and frames share
 * one set of names. Of two with one name, the later in this order gets its kind as a suffix.
 */
function withOwnNames(element: Element): Element {
  const children = element.children.map(withOwnNames)
  if (element.tag !== 'model' && element.tag !== 'world')
    return element.with(element.attributes, children)
  const taken = new Set<string>()
  const renamed = new Map<Element, Element>()
  for (const kind of kinds) {
    const things = children.filter(({ tag }) => tag === kind)
    const names = new Map(things.map((thing) => [thing, thing.text('name') ?? '']))
    for (const [thing, name] of names) {
      if (!taken.has(name)) continue
      const free = freeName(`${name}_${kind}`, taken)
      const problem = `expected a name of its own, found "${brief(name)}", which another element of the model has; it is read as "${brief(free)}"`
      thing.remarks.at(thing, `name: ${problem}`)
      renamed.set(thing, thing.with({ ...thing.attributes, name: free }, thing.children))
      names.set(thing, free)
    }
    for (const name of names.values()) taken.add(name)
  }
  return element.with(
    element.attributes,
    children.map((child) => renamed.get(child) ?? child)
  )
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let i = 0; taken.has(name); i++) name = `${wanted}${i}`
  return name
}
