import { type Element, fault } from '../xml/element.js'
import { compose, identity, type Pose } from '../xml/pose.js'
import { number, vector } from '../xml/values.js'
import type { Defaults } from './defaults.js'
import { placeOf } from './places.js'
import { eulerRotation, type Settings } from './settings.js'

/** The place of elements: the frames around them, and inherited settings. */
export interface Surroundings {
  readonly pose: Pose
  readonly childClass: string | undefined
  /** The suffix of names in copies of a <replicate>. */
  readonly suffix: string
}

/** An element of a body, its defaults applied. */
export interface Item extends Surroundings {
  readonly element: Element
}

/** The name of an element; '' where there is none. */
export function nameOf({ element, suffix }: Pick<Item, 'element' | 'suffix'>): string {
  const name = element.text('name') ?? ''
  return name === '' ? '' : name + suffix
}

export const nowhere: Surroundings = { pose: identity, childClass: undefined, suffix: '' }

/** Most copies that a document makes. */
export const mostCopies = 20_000

/** The contents of a body, taken out of its <frame> and <replicate> elements. */
export class Contents {
  readonly #defaults: Defaults
  readonly #settings: Settings
  #copies = 0

  constructor(defaults: Defaults, settings: Settings) {
    this.#defaults = defaults
    this.#settings = settings
  }

  of(element: Element, around: Surroundings): Item[] {
    return element.children.flatMap((child) => {
      if (child.tag === 'frame') return this.of(child, this.#inFrame(child, around))
      if (child.tag === 'replicate') return this.#replicated(child, around)
      return [{ ...around, element: this.#defaults.applied(child, around.childClass) }]
    })
  }

  #inFrame(frame: Element, around: Surroundings): Surroundings {
    return {
      ...around,
      pose: compose(around.pose, placeOf(frame, this.#settings)),
      childClass: frame.text('childclass') ?? around.childClass
    }
  }

  /**
   * Copy i is turned by i times each of the angles, and is `offset` away from the one before it, along the
   * axes of that one.
   */
  #replicated(element: Element, around: Surroundings): Item[] {
    const count = number(element, 'count')
    if (!Number.isInteger(count) || count < 1)
      throw fault(element, 'count', `expected a whole number from 1, found ${count}`)
    const angles = vector(element, 'euler', [0, 0, 0])
    const offset = vector(element, 'offset', [0, 0, 0])
    const childClass = element.text('childclass') ?? around.childClass
    const items: Item[] = []
    let position: Pose['position'] = [0, 0, 0]
    for (let i = 0; i < count; i++) {
      this.#copies += element.children.length
      if (this.#copies > mostCopies)
        throw fault(element, '', `makes more than ${mostCopies} copies`)
      const number = `${i}`.padStart(`${count}`.length, '0')
      const suffix = (element.text('sep') ?? '') + number + around.suffix
      const turned = angles.map((angle) => i * angle * this.#settings.radians)
      const place = { position, rotation: eulerRotation(turned, this.#settings) }
      items.push(...this.of(element, { pose: compose(around.pose, place), childClass, suffix }))
      ;({ position } = compose(place, { position: offset, rotation: identity.rotation }))
    }
    return items
  }
}
