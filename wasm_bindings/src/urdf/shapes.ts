import type { Shape } from '../types/mechanism.js'
import { colorIn } from '../xml/color.js'
import type { Element } from '../xml/element.js'
import { magnitude, vector } from '../xml/values.js'
import { originOf } from './origin.js'

/** Materials with a color, by name. */
export type Materials = ReadonlyMap<string, Element>

/**
 * The materials that a document names, in its <robot> or where they are used first. The first of a name
 * counts; a second with another color in the <robot> is a warning.
 */
export function materialsOf(robot: Element): Materials {
  const materials = new Map<string, Element>()
  const named = new Set<string>()
  for (const each of robot.all('material')) {
    const name = each.text('name') ?? ''
    if (named.has(name)) each.remarks.counted('material', each, 'is there twice; the first counts')
    named.add(name)
  }
  const visuals = robot.all('link').flatMap((link) => link.all('visual'))
  for (const each of [robot, ...visuals].flatMap((each) => each.all('material'))) {
    const name = each.text('name')
    const hasColor = each.all('color').length > 0
    if (name !== undefined && hasColor && !materials.has(name)) materials.set(name, each)
  }
  return materials
}

/** The shapes of a link without meshes, which are other files. */
export function shapesOf(link: Element, materials: Materials): Shape[] {
  return link.all('visual').flatMap((each) => {
    const visual = each.tolerant()
    const shape = each.remarks.optional(() => shapeOf(visual, materials))
    return shape ? [shape] : []
  })
}

function shapeOf(visual: Element, materials: Materials): Shape | undefined {
  const solid = visual.one('geometry')?.children.map(solidOf).find(Boolean)
  if (!solid) return undefined
  const color = colorOfVisual(visual, materials)
  const frame = visual.one('origin') ? { frame: originOf(visual) } : {}
  return { ...solid, ...frame, ...(color === undefined ? {} : { color }) }
}

/** Solids of <visual> or <collision> that have a size, each at its pose. */
export function solidsOf(link: Element, purpose: 'visual' | 'collision') {
  return link.all(purpose).flatMap((each) => {
    const place = each.tolerant()
    const solid = place.one('geometry')?.children.map(solidOf).find(Boolean)
    return solid ? [{ solid, pose: originOf(place) }] : []
  })
}

/** The color of a visual's material, its own or that of its name; undefined where it has none. */
export function colorOfVisual(visual: Element, materials: Materials): string | undefined {
  const material = visual.one('material')
  if (!material) return undefined
  const named = materials.get(material.text('name') ?? '')?.tolerant()
  return colorIn(material.one('color') ?? named?.one('color'), 'rgba')
}

export function isSolid({ tag }: Element): boolean {
  return tag === 'box' || tag === 'sphere' || tag === 'cylinder' || tag === 'capsule'
}

/** Nothing where a size is 0: there is nothing to see or touch. */
export function solidOf(element: Element) {
  const size = (attribute: string) => magnitude(element, attribute)
  switch (element.tag) {
    case 'box': {
      const edges = vector(element, 'size')
      return Math.min(...edges) > 0 ? ({ type: 'box', size: edges } as const) : undefined
    }
    case 'sphere': {
      const radius = size('radius')
      return radius > 0 ? ({ type: 'sphere', radius } as const) : undefined
    }
    case 'cylinder':
    case 'capsule': {
      const [radius, length] = [size('radius'), size('length')]
      return radius > 0 && length > 0 ? ({ type: element.tag, radius, length } as const) : undefined
    }
    default:
      return undefined
  }
}
