import { reading } from '../checks.js'
import { brief } from '../suggestion.js'
import type { Format } from './document.js'
import { type Element, fault, parseRoot } from './element.js'
import type { Remarks } from './remarks.js'

/** The text of a file, by the name that an <include> gives it. */
export type Include = (file: string) => string

const mostFiles = 1000

/** The files that a document includes, and those that they include. */
export class Includes {
  #files = 0

  constructor(
    readonly include: Include | undefined,
    readonly format: Format,
    readonly remarks: Remarks
  ) {}

  /** The root of the file that an element names; `path` has the files around the element. */
  root(element: Element, attribute: string, path: readonly string[]): Element {
    const file = element.needText(attribute).trim()
    if (!this.include)
      throw fault(
        element,
        attribute,
        `names "${brief(file)}": give an option include that reads it`
      )
    if (path.includes(file)) throw fault(element, attribute, `"${brief(file)}" includes itself`)
    if (++this.#files > mostFiles)
      throw fault(element, attribute, `is one of more than ${mostFiles} files`)
    const { include } = this
    const text = reading(`include ${brief(file)}`, () => include(file))
    if (typeof text !== 'string')
      throw fault(element, attribute, `expected the text of "${brief(file)}", found none`)
    return parseRoot(text, { ...this.format, file }, this.remarks)
  }
}
