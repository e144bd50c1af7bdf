/**
 * Makes elements without Preact or lit: the page makes each element once and then writes single texts
 * and attributes, thirty times a second, so there are no trees to compare.
 */

type Child = Node | string | null | undefined | false

type Listeners = {
  readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void
}

interface Attributes {
  readonly on?: Listeners
  readonly [name: string]: string | number | boolean | Listeners | undefined
}

/** Makes an element: `h('button', { class: 'play', on: { click } }, 'Play')`. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'object') {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, listener as EventListener)
      }
    } else element.setAttribute(name, value === true ? '' : String(value))
  }
  append(element, children)
  return element
}

/** Replaces the contents of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren()
  append(element, children)
}

/** Sets text only where it changed: the browser need not lay out again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Sets an attribute only where it changed. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

let identifiers = 0

/** A fresh id, for labels that point at controls. */
export function freshId(prefix: string): string {
  identifiers += 1
  return `${prefix}-${identifiers}`
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child)
  }
}
