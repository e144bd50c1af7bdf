import type { Body, Vector3, Vector6 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { compose, type Pose, rotateInertia } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { magnitude, number, numbers, vector } from '../xml/values.js'
import type { Item } from './contents.js'
import { type Geom, lumpOf } from './geoms.js'
import { placeOf } from './places.js'
import type { Settings } from './settings.js'

type Mass = Required<Pick<Body, 'mass' | 'centerOfMass' | 'inertia'>>

/** Mass, centre and inertia of a body: of its <inertial>, or of its geoms where that does not count. */
export function massOf(
  inertial: Item | undefined,
  geoms: readonly Geom[],
  settings: Settings,
  remarks: Remarks
): Mass {
  const { inertiaFromGeoms } = settings
  if (inertial && inertiaFromGeoms !== 'true') return ofInertial(inertial, settings)
  if (inertiaFromGeoms === 'false') return { mass: 0, centerOfMass: [0, 0, 0], inertia: [0, 0, 0] }
  return ofGeoms(geoms, settings, remarks)
}

function ofInertial({ element, pose }: Item, settings: Settings): Mass {
  const { position, rotation } = compose(pose, placeOf(element, settings))
  return {
    mass: magnitude(element, 'mass'),
    centerOfMass: position,
    inertia: rotateInertia(rotation, inertiaOf(element))
  }
}

/** Entries of the matrix come in our order. */
function inertiaOf(element: Element): Vector6 {
  if (element.text('fullinertia') === undefined)
    return [...vector(element, 'diaginertia', [0, 0, 0]), 0, 0, 0]
  if (element.text('diaginertia') === undefined)
    return numbers(element, 'fullinertia', 6) as unknown as Vector6
  throw fault(element, 'fullinertia', 'is there beside diaginertia; expected one of them')
}

interface Part {
  readonly mass: number
  readonly pose: Pose
  readonly moments: Vector3
}

function ofGeoms(geoms: readonly Geom[], settings: Settings, remarks: Remarks): Mass {
  const [from = 0, to = 0] = settings.massGroups
  const parts: Part[] = []
  for (const geom of geoms.filter(({ group }) => group >= from && group <= to)) {
    const { element, pose, type } = geom
    remarks.attributes(element, { shellinertia: 'a hollow solid' })
    const lump = lumpOf(geom)
    if (lump) parts.push({ ...lump, pose })
    else if (type !== 'plane' && type !== 'hfield' && hasMass(element))
      remarks.once('mass of a mesh', element, 'the mass of a mesh is not known and left out')
  }
  const mass = parts.reduce((sum, part) => sum + part.mass, 0)
  const weighted = (i: 0 | 1 | 2) =>
    parts.reduce((sum, part) => sum + part.mass * part.pose.position[i], 0)
  const centerOfMass: Vector3 =
    mass > 0 ? [weighted(0) / mass, weighted(1) / mass, weighted(2) / mass] : [0, 0, 0]
  const inertia: Vector6 = [0, 1, 2, 3, 4, 5].map((i) =>
    parts.reduce((sum, part) => sum + inertiaAbout(centerOfMass, part)[i]!, 0)
  ) as unknown as Vector6
  return { mass, centerOfMass, inertia }
}

function hasMass(element: Element): boolean {
  const isMassless = (attribute: string) => number(element, attribute, 1) === 0
  return element.text('mass') === undefined ? !isMassless('density') : !isMassless('mass')
}

/** The part's own inertia and, by Steiner, that of its mass at its middle. */
function inertiaAbout([a, b, c]: Vector3, { mass, pose, moments }: Part): Vector6 {
  const [xx, yy, zz, xy, xz, yz] = rotateInertia(pose.rotation, [...moments, 0, 0, 0])
  const [x, y, z] = [pose.position[0] - a, pose.position[1] - b, pose.position[2] - c]
  return [
    xx + mass * (y * y + z * z),
    yy + mass * (x * x + z * z),
    zz + mass * (x * x + y * y),
    xy - mass * x * y,
    xz - mass * x * z,
    yz - mass * y * z
  ]
}
