import type { Vector6 } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { combined, type Mass, massOfSolid, type Solid } from '../xml/inertia.js'
import { massOfSolids } from '../xml/massless.js'
import { rotateInertia } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { flag, magnitude, number, vector } from '../xml/values.js'
import { type Frames, poseOf } from './frames.js'
import type { Part } from './models.js'

/** A solid as the mechanism file has it; nothing for other files and what has no size. */
export function solidOf(geometry: Element) {
  const [solid] = geometry.children
  if (!solid) return undefined
  const size = (tag: string) => magnitude(solid.need(tag), '')
  switch (solid.tag) {
    case 'box': {
      const edges = vector(solid.need('size'), '')
      return Math.min(...edges) > 0 ? ({ type: 'box', size: edges } as const) : undefined
    }
    case 'sphere': {
      const radius = size('radius')
      return radius > 0 ? ({ type: 'sphere', radius } as const) : undefined
    }
    case 'cylinder':
    case 'capsule': {
      const [radius, length] = [size('radius'), size('length')]
      return radius > 0 && length > 0 ? ({ type: solid.tag, radius, length } as const) : undefined
    }
    case 'ellipsoid':
      return { type: 'ellipsoid', semiAxes: vector(solid.need('radii'), '') } as const
    default:
      return undefined
  }
}

/**
 * Mass, center and inertia of a link: from its <inertial>, from its shapes if `density` is defined, or
 * the defaults of SDF, 1 kg and 1 kg·m².
 */
export function massOf(
  link: Part,
  frames: Frames,
  density: number | undefined,
  remarks: Remarks
): Mass {
  const inertial = link.element.one('inertial')
  if (inertial && flag(inertial, 'auto', false)) {
    const found = automatic(link, inertial, frames)
    if (found) return found
    remarks.once(
      'auto',
      inertial,
      'auto: expected a <collision> with a solid, found none; what is given counts'
    )
  }
  if (!inertial && density !== undefined) {
    const collisions = solidsOf(link, 'collision', frames)
    const solids = collisions.length > 0 ? collisions : solidsOf(link, 'visual', frames)
    if (solids.length > 0) return massOfSolids(solids, density)
    remarks.at(
      link.element,
      'inertia "shapes": expected a solid, found none; SDF\'s 1 kg and 1 kg·m² count'
    )
  }
  return given(inertial, link, frames)
}

function given(inertial: Element | undefined, link: Part, frames: Frames): Mass {
  const value = (parent: Element | undefined, tag: string, usual: number) => {
    const found = parent?.one(tag)
    return found ? number(found, '') : usual
  }
  const mass = inertial?.one('mass')
  const matrix = inertial?.one('inertia')
  const entries = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'].map((tag, i) =>
    value(matrix, tag, i < 3 ? 1 : 0)
  ) as unknown as Vector6
  const { position, rotation } = inertial
    ? frames.inLink(inertial, link.frame, link.place)
    : poseOf(link.element.with({}, []))
  return {
    mass: mass ? magnitude(mass, '') : 1,
    centerOfMass: position,
    inertia: rotateInertia(rotation, entries)
  }
}

const usualDensity = 1000

/** Computes <inertial auto="true"> from collisions. A <mass> scales the result. */
function automatic(link: Part, inertial: Element, frames: Frames): Mass | undefined {
  const densityOf = (element: Element) => {
    const found = element.one('density') ?? inertial.one('density')
    return found ? magnitude(found, '') : usualDensity
  }
  const parts = solidsOf(link, 'collision', frames).map(({ element, solid, pose }) =>
    massOfSolid(solid, densityOf(element), pose)
  )
  if (parts.length === 0) return undefined
  const found = combined(parts)
  const mass = inertial.one('mass')
  if (!mass || found.mass === 0) return found
  const scale = magnitude(mass, '') / found.mass
  return {
    ...found,
    mass: scale * found.mass,
    inertia: found.inertia.map((part) => scale * part) as unknown as Vector6
  }
}

function solidsOf(
  { element, frame, place }: Part,
  purpose: 'visual' | 'collision',
  frames: Frames
) {
  return element.all(purpose).flatMap((each) => {
    const part = each.tolerant()
    const geometry = part.one('geometry')
    const solid: Solid | undefined = geometry && solidOf(geometry)
    return solid ? [{ element: part, solid, pose: frames.inLink(part, frame, place) }] : []
  })
}
