import { type Element, fault } from '../xml/element.js'
import { Names } from '../xml/names.js'
import type { Remarks } from '../xml/remarks.js'
import { numbers } from '../xml/values.js'
import type { Defaults } from './defaults.js'
import type { Geom } from './geoms.js'
import type { RigidParts } from './rigid-parts.js'
import { warnOfSoftness } from './softness.js'
import { dimensionOf } from './surfaces.js'
import type { BodyNode, Tree } from './tree.js'

/** A <pair> of geoms. They touch each other for any contype and conaffinity. */
export interface GeomPair {
  readonly element: Element
  /** Of the geoms. */
  readonly names: readonly [string, string]
  readonly bodies: readonly [BodyNode, BodyNode]
  readonly friction: number
}

interface GeomOfBody {
  readonly geom: Geom
  readonly body: BodyNode
}

const ofPair = {
  margin: 'the distance at which it acts',
  gap: 'the part of the margin without a force',
  adhesion: 'a force that attracts'
}

/** The pairs of a document, less those of bodies that never touch. */
export function geomPairsOf(
  root: Element,
  tree: Tree,
  parts: RigidParts,
  defaults: Defaults,
  remarks: Remarks
): GeomPair[] {
  const elements = root.all('contact').flatMap((contact) => contact.all('pair'))
  if (elements.length === 0) return []
  const named = namedGeoms(tree)
  return elements
    .map((each) => defaults.applied(each, undefined))
    .flatMap((element) => {
      const [one, other] = [named.named(element, 'geom1'), named.named(element, 'geom2')]
      warnOfSoftness(element, remarks)
      remarks.attributes(element, ofPair)
      const friction = frictionOf(element, remarks)
      if (parts.canTouch(one.body.name, other.body.name))
        return [
          {
            element,
            names: [one.geom.name, other.geom.name],
            bodies: [one.body, other.body],
            friction
          }
        ]
      const why =
        one.body === other.body
          ? `both geoms are of body "${one.body.name}", whose geoms`
          : `bodies "${one.body.name}" and "${other.body.name}" are connected and`
      remarks.counted('pair', element, `${why} never touch each other; it is left out`)
      return []
    })
}

/** The first geom of each name counts. */
function namedGeoms({ world, bodies }: Tree): Names<GeomOfBody> {
  const names = new Names<GeomOfBody>('geom', 'geoms')
  for (const body of [world, ...bodies])
    for (const geom of body.geoms)
      if (geom.name !== '' && !names.get(geom.name))
        names.add(geom.element, { geom, body }, geom.name)
  return names
}

/** MuJoCo's default is 1, in both directions. */
function frictionOf(element: Element, remarks: Remarks): number {
  if (dimensionOf(element, remarks) === 1) return 0
  const given = element.text('friction') === undefined ? [] : numbers(element, 'friction', 1, 5)
  const [along = 1, across = 1] = given
  if (along < 0) throw fault(element, 'friction', `expected at least 0, found ${along}`)
  if (along !== across)
    remarks.once(
      'friction of a pair',
      element,
      `friction: expected the same in both directions, found ${along} and ${across}; ${along} counts`
    )
  return along
}
