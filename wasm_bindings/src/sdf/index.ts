import { optionsOf, text } from '../checks.js'
import { readerArguments } from '../library-wasm.js'
import type { JointDriveLimits } from '../types/drive-limits.js'
import type { Linkwork } from '../types/linkwork.js'
import type { Body, Contact, Joint, Loop, Mechanism, Site, Vector3 } from '../types/mechanism.js'
import type { MeshReference } from '../types/mesh-reference.js'
import { type Closure, closedWhereOpen } from '../xml/closing.js'
import type { Format } from '../xml/document.js'
import { type Element, fault, parseRoot } from '../xml/element.js'
import type { Import } from '../xml/import.js'
import { type Include, Includes } from '../xml/includes.js'
import {
  type InertiaOptions,
  inertiaOptions,
  shapeDensity,
  warnOfMassless
} from '../xml/massless.js'
import { frameOf, framesOf, identity } from '../xml/pose.js'
import { Remarks } from '../xml/remarks.js'
import { flag, vector } from '../xml/values.js'
import { warnOfUnknown } from '../xml/vocabulary.js'
import { couplingsOf } from './couplings.js'
import { driveLimitsOf } from './drive-limits.js'
import { withIncludes } from './includes.js'
import { endOf, jointOf, typeOf } from './joints.js'
import { bodyOf, collidersOf } from './links.js'
import { meshesOf } from './meshes.js'
import { type Models, modelsOf, type Part } from './models.js'
import { vocabulary } from './vocabulary.js'

export type { DriveLimits, JointDriveLimits } from '../types/drive-limits.js'
export type { MeshContact, MeshReference } from '../types/mesh-reference.js'
export type { Include } from '../xml/includes.js'
export type { InertiaOptions } from '../xml/massless.js'

const format: Format = {
  name: 'sdf',
  title: 'SDF',
  roots: ['sdf'],
  depth: 256,
  silent: ['sdf'],
  own: []
}

export interface SdfOptions extends InertiaOptions {
  /** The text of a model file that the <uri> of an <include> names. Without it, includes are refused. */
  readonly include?: Include | undefined
}

export interface SdfImport extends Import {
  /** Effort and velocity of <limit>, which a mechanism does not have. */
  readonly limits: JointDriveLimits
  /** Meshes of links, which `loadMeshes` of `linkwork/three` loads. */
  readonly meshes: readonly MeshReference[]
}

/**
 * The mechanism that an SDF document describes: one model, or those of a world, whose names then prefix the
 * names of their parts. A second joint of a child link closes a loop; a gearbox is a coupling. Links of a
 * static model are fixed to the world; one without a parent joint moves freely. A <frame> is a site.
 *
 * Throws MechanismError with line, element, what was found and what was expected.
 */
export function mechanismFromSdf(sdf: string, options?: SdfOptions): SdfImport
/** The same of any document. One without loops and couplings needs no library. */
export function mechanismFromSdf(linkwork: Linkwork, sdf: string, options?: SdfOptions): SdfImport
export function mechanismFromSdf(...given: readonly unknown[]): SdfImport {
  const { module, document: sdf, options } = readerArguments<SdfOptions>(given)
  const { include, ...shapes } = optionsOf(options, ['include', ...inertiaOptions])
  const density = shapeDensity(shapes)
  const remarks = new Remarks()
  const includes = new Includes(include, format, remarks)
  const root = withIncludes(parseRoot(text(sdf, 'sdf'), format, remarks), includes)
  warnOfUnknown(root, vocabulary, remarks)
  const world = root.one('world')
  const holder = world ?? root
  const elements = holder.all('model')
  if (elements.length === 0) throw fault(holder, '', 'expected an element <model>, found none')
  const models = modelsOf(holder, remarks)
  if (models.links.length === 0) throw fault(holder, '', 'expected an element <link>, found none')
  const { joints, loops, carried } = jointsOf(models, remarks)
  const anchors = anchorsOf(models, carried)
  const couplings = couplingsOf(models, joints)
  const contact = contactOf(models, remarks)
  const sites = sitesOf(models, remarks)
  const mechanism: Mechanism = {
    linkwork: 1,
    name: (elements.length === 1 ? elements[0] : world)?.text('name') ?? '',
    gravity: gravityOf(world),
    bodies: models.links.map((link): Body => bodyOf(link, models.frames, density, remarks)),
    joints: [...anchors.joints, ...joints],
    ...(loops.length > 0 ? { loops: loops.map(({ value }) => value) } : {}),
    ...(couplings.length > 0 ? { couplings: couplings.map(({ value }) => value) } : {}),
    ...(sites.length > 0 ? { sites } : {}),
    ...(contact ? { contact } : {}),
    ...(Object.keys(anchors.q).length > 0 ? { initialState: { q: anchors.q } } : {})
  }
  const dependent = couplings.flatMap(({ value }) => value.terms[0]?.joint ?? [])
  const closures = { loops, couplings }
  const byName = new Map(models.joints.map(({ name, element }) => [name, element]))
  warnOfMassless(mechanism, (name) => byName.get(name), remarks)
  return {
    mechanism: closedWhereOpen(mechanism, closures, dependent, module, remarks),
    limits: driveLimitsOf(models.joints),
    meshes: meshesOf(models),
    warnings: remarks.warnings
  }
}

/** The <frame> elements of models and the world. */
function sitesOf({ sites, frames, bodyOf }: Models, remarks: Remarks): Site[] {
  return sites.flatMap(({ name, frame }) => {
    const link = remarks.optional(() => frames.linkOf(frame))
    return link === undefined
      ? []
      : [{ name, body: bodyOf(link), ...frameOf(frames.between(link, frame)) }]
  })
}

function gravityOf(world: Element | undefined): Vector3 {
  const gravity = world?.one('gravity')
  return gravity ? vector(gravity, '') : [0, 0, -9.81]
}

interface Joints {
  readonly joints: readonly Joint[]
  readonly loops: readonly Closure<Loop>[]
  /** The parent joint of a link. */
  readonly carried: ReadonlyMap<string, Joint>
}

/** Joints of the tree, and those whose child link already has a parent joint. */
function jointsOf(models: Models, remarks: Remarks): Joints {
  const { joints: parts, frames, bodyOf } = models
  const joints: Joint[] = []
  const loops: Closure<Loop>[] = []
  const carried = new Map<string, Joint>()
  const roots = new Roots()
  for (const part of parts) {
    if (typeOf(part) === 'gearbox') continue
    const ends = [endOf(part, 'parent', frames), endOf(part, 'child', frames)] as const
    const [parent, child] = [bodyOf(ends[0]), bodyOf(ends[1])]
    if (child === 'world')
      throw fault(
        part.element,
        'child',
        'expected a link, found the world; make the link the child and the world the parent'
      )
    if (parent === child) throw fault(part.element, '', `joins link "${parent}" to itself`)
    const joint = jointOf(part, ends, models, remarks)
    if (!carried.has(child) && roots.of(parent) !== child) {
      carried.set(child, joint)
      roots.hang(child, parent)
      joints.push(joint)
      continue
    }
    const { damping: _, friction: __, stiffness: ___, rest: ____, limits, ...loop } = joint
    if (limits)
      remarks.once('loop', part.element, 'closes a loop: its limits and forces are left out')
    loops.push({ element: part.element, value: loop })
  }
  return { joints, loops, carried }
}

/** Links by the root that supports them, with path compression. */
class Roots {
  readonly #above = new Map<string, string>()

  of(link: string): string {
    let at = link
    for (let up = this.#above.get(at); up !== undefined; up = this.#above.get(at)) {
      const next = this.#above.get(up) ?? up
      this.#above.set(at, next)
      at = next
    }
    return at
  }

  hang(child: string, parent: string): void {
    this.#above.set(child, parent)
  }
}

/** Joints between the world and links without a parent joint, and initial poses of the free ones. */
function anchorsOf({ links, joints, frames }: Models, carried: ReadonlyMap<string, Joint>) {
  const names = new Set(joints.map(({ name }) => name))
  const anchors: Joint[] = []
  const q: Record<string, readonly number[]> = {}
  for (const { name: child, frame, isStatic } of links) {
    if (carried.has(child)) continue
    let name = `world_to_${child}`
    while (names.has(name)) name += '_'
    const pose = frames.pose(frame)
    const type = isStatic ? 'fixed' : 'free'
    anchors.push({
      name,
      type,
      parent: 'world',
      child,
      ...(isStatic ? framesOf(pose, identity) : {})
    })
    if (!isStatic) q[name] = [...pose.position, ...pose.rotation]
  }
  return { joints: anchors, q }
}

/** Links of one model touch each other only where each does. */
function contactOf({ links, frames }: Models, remarks: Remarks): Contact | undefined {
  const withColliders = links.filter(({ element }) => element.all('collision').length > 0)
  const [ground, moving] = [true, false].map((isStatic) =>
    withColliders.filter((link) => link.isStatic === isStatic)
  ) as [Part[], Part[]]
  const touchesItself = ({ model }: Part) => {
    const collide = model?.one('self_collide')
    return collide !== undefined && flag(collide, '', false)
  }
  const models = new Set<Element | undefined>()
  const crowded = moving.find((link) => {
    const isSecond = models.has(link.model)
    models.add(link.model)
    return isSecond && !touchesItself(link)
  })
  const selfCollision = moving.length > 1 && !crowded
  if (moving.length === 0 || (ground.length === 0 && !selfCollision)) return undefined
  if (crowded && moving.some(({ model }) => model !== crowded.model))
    remarks.once('self', crowded.element, 'models touch the ground alone: its links do not touch')
  const colliders = [
    ...ground.flatMap((link) =>
      collidersOf(link, 'world', frames.pose(link.frame), frames, remarks)
    ),
    ...moving.flatMap((link) => collidersOf(link, link.name, identity, frames, remarks))
  ]
  return colliders.length > 0 ? { colliders, selfCollision } : undefined
}
