import type { Element } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'

const attributes = 'solref solimp solreflimit solimplimit solreffriction solimpfriction'.split(' ')

/** Warns that a joint, a collider or an equality is rigid, if the document makes it soft. */
export function warnOfSoftness(element: Element, remarks: Remarks): void {
  const [first] = attributes.filter((attribute) => element.text(attribute) !== undefined)
  if (first)
    remarks.counted(
      'softness',
      element,
      `${first} is left out: contacts, limits, friction and equalities are rigid`
    )
}
