import type { Vector3, Vector6 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { combined, inertiaOf, type Mass, massless, principalOf } from '../xml/inertia.js'
import { massOfSolids } from '../xml/massless.js'
import { compose, rotateInertia } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { magnitude, number, numbers, vector } from '../xml/values.js'
import type { Item } from './contents.js'
import { canTouch, type Geom, massOfGeom, solidShape } from './geoms.js'
import type { MeshAssets } from './mesh-assets.js'
import { placeOf } from './places.js'
import type { Settings } from './settings.js'

/**
 * Mass, center and inertia of a body: of its <inertial>, or of its geoms where that does not count;
 * at least what the <compiler> bounds it by.
 */
export function massOf(
  inertial: Item | undefined,
  geoms: readonly Geom[],
  meshes: MeshAssets,
  settings: Settings,
  remarks: Remarks
): Mass {
  return bounded(givenMass(inertial, geoms, meshes, settings, remarks), settings)
}

function givenMass(
  inertial: Item | undefined,
  geoms: readonly Geom[],
  meshes: MeshAssets,
  settings: Settings,
  remarks: Remarks
): Mass {
  const { inertiaFromGeoms, shapeDensity } = settings
  if (inertial && inertiaFromGeoms !== 'true') return ofInertial(inertial, settings)
  const mass = inertiaFromGeoms === 'false' ? massless : ofGeoms(geoms, meshes, settings, remarks)
  return mass.mass === 0 && shapeDensity !== undefined ? ofShapes(geoms, shapeDensity) : mass
}

/** Of geoms that touch or, if there are none, of all. */
function ofShapes(geoms: readonly Geom[], density: number): Mass {
  const solids = geoms.filter(({ solid }) => solid)
  const touching = solids.filter(canTouch)
  return massOfSolids(
    (touching.length > 0 ? touching : solids).map(({ solid, pose }) => ({
      solid: solidShape(solid!),
      pose
    })),
    density
  )
}

/** As MuJoCo's compiler does it: first the bounds, then moments that no solid has. */
function bounded(mass: Mass, { boundMass, boundInertia, balancesInertia }: Settings): Mass {
  if (boundMass === 0 && boundInertia === 0 && !balancesInertia) return mass
  const { moments, rotation } = principalOf(mass.inertia)
  const large = moments.map((moment) => Math.max(moment, boundInertia)) as unknown as Vector3
  const sum = large[0] + large[1] + large[2]
  const isUnbalanced = large.some((moment) => sum - moment < moment)
  const balanced: Vector3 = balancesInertia && isUnbalanced ? [sum / 3, sum / 3, sum / 3] : large
  const isChanged = balanced.some((moment, i) => moment !== moments[i])
  return {
    ...mass,
    mass: Math.max(mass.mass, boundMass),
    inertia: isChanged ? inertiaOf({ moments: balanced, rotation }) : mass.inertia
  }
}

/** The masses with that of all together as the <compiler> sets it. */
export function withTotal<
  Thing extends { readonly mass: number; readonly inertia?: Vector6 | Vector3 }
>(bodies: ReadonlyMap<string, Thing>, { totalMass }: Settings): Map<string, Thing> {
  const found = [...bodies.values()].reduce((sum, { mass }) => sum + mass, 0)
  if (totalMass <= 0 || found <= 0) return new Map(bodies)
  const scale = totalMass / found
  return new Map(
    [...bodies].map(([name, body]) => {
      const inertia = body.inertia?.map((part) => scale * part)
      return [name, { ...body, mass: scale * body.mass, ...(inertia ? { inertia } : {}) }]
    })
  )
}

function ofInertial({ element, pose }: Item, settings: Settings): Mass {
  const { position, rotation } = compose(pose, placeOf(element, settings))
  return {
    mass: magnitude(element, 'mass'),
    centerOfMass: position,
    inertia: rotateInertia(rotation, inertiaOfElement(element))
  }
}

/** Entries of the matrix come in our order. */
function inertiaOfElement(element: Element): Vector6 {
  if (element.text('fullinertia') === undefined)
    return [...vector(element, 'diaginertia', [0, 0, 0]), 0, 0, 0]
  if (element.text('diaginertia') === undefined)
    return numbers(element, 'fullinertia', 6) as unknown as Vector6
  throw fault(element, 'fullinertia', 'found with diaginertia; expected one of them')
}

function ofGeoms(
  geoms: readonly Geom[],
  meshes: MeshAssets,
  settings: Settings,
  remarks: Remarks
): Mass {
  const [from = 0, to = 0] = settings.massGroups
  const parts: Mass[] = []
  for (const geom of geoms.filter(({ group }) => group >= from && group <= to)) {
    const { element, type } = geom
    remarks.attributes(element, { shellinertia: 'a hollow solid' })
    const mass = massOfGeom(geom, meshes)
    if (mass) parts.push(mass)
    else if ((type === 'mesh' || type === 'sdf') && hasMass(element))
      remarks.once('mass of a mesh', element, 'the mass of a mesh is not known and left out')
  }
  return combined(parts)
}

function hasMass(element: Element): boolean {
  const isMassless = (attribute: string) => number(element, attribute, 1) === 0
  return element.text('mass') === undefined ? !isMassless('density') : !isMassless('mass')
}
