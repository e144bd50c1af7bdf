import { type Element, fault } from '../xml/element.js'
import { Names } from '../xml/names.js'
import type { Remarks } from '../xml/remarks.js'
import { numbers } from '../xml/values.js'
import type { Defaults } from './defaults.js'
import type { Geom } from './geoms.js'
import type { RigidParts } from './rigid-parts.js'
import { warnOfSoftness } from './softness.js'
import { dimensionOf, type Frictions, frictionsWithin, usualFrictions } from './surfaces.js'
import type { BodyNode, Tree } from './tree.js'

/** A <pair> of geoms. They touch each other for any contype and conaffinity. */
export interface GeomPair {
  readonly element: Element
  /** Of the geoms. */
  readonly names: readonly [string, string]
  readonly bodies: readonly [BodyNode, BodyNode]
  readonly frictions: Frictions
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
      const frictions = frictionsOf(element, remarks)
      if (parts.canTouch(one.body.name, other.body.name))
        return [
          {
            element,
            names: [one.geom.name, other.geom.name],
            bodies: [one.body, other.body],
            frictions
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

/** Sliding and rolling have one coefficient for each of two directions. */
function frictionsOf(element: Element, remarks: Remarks): Frictions {
  const [sliding, torsional, rolling] = usualFrictions
  const given = element.text('friction') === undefined ? [] : numbers(element, 'friction', 1, 5)
  const all = [sliding, sliding, torsional, rolling, rolling].map((usual, i) => given[i] ?? usual)
  const negative = all.find((each) => each < 0)
  if (negative !== undefined)
    throw fault(element, 'friction', `expected at least 0, found ${negative}`)
  const dimension = dimensionOf(element)
  const lengthways = frictionsWithin(dimension, [all[0]!, all[2]!, all[3]!])
  const across = frictionsWithin(dimension, [all[1]!, all[2]!, all[4]!])
  for (const [i, one] of lengthways.entries())
    if (one !== across[i])
      remarks.once(
        'friction of a pair',
        element,
        `friction: expected the same in both directions, found ${one} and ${across[i]}; ${one} counts`
      )
  return lengthways
}
