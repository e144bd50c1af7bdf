import { optionsOf, text } from '../checks.js'
import { readerArguments } from '../library-wasm.js'
import type { JointDriveLimits } from '../types/drive-limits.js'
import type { Linkwork } from '../types/linkwork.js'
import type { Body, Joint, Mechanism, Site } from '../types/mechanism.js'
import type { MeshReference } from '../types/mesh-reference.js'
import { closedWhereOpen } from '../xml/closing.js'
import type { Format } from '../xml/document.js'
import { type Element, parseRoot } from '../xml/element.js'
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
import { warnOfUnknown } from '../xml/vocabulary.js'
import { ActuatorReader, type MjcfActuator } from './actuators.js'
import { contactOf, shapesOf } from './contacts.js'
import { Contents } from './contents.js'
import { withCopies } from './copies.js'
import { Defaults } from './defaults.js'
import { driveLimitsOf } from './drive-limits.js'
import { EqualityReader } from './equalities.js'
import { geomPairsOf } from './geom-pairs.js'
import { heightFieldsOf } from './height-fields.js'
import { withIncludes } from './includes.js'
import { jointInertiasOf } from './joint-inertias.js'
import { jointOf, type ReadJoint, requireTop } from './joints.js'
import { initialStateOf, keyframeOf } from './keyframes.js'
import { massOf, withTotal } from './masses.js'
import { mechanismActuatorsOf } from './mechanism-actuators.js'
import { type MeshAssets, meshAssetsOf } from './mesh-assets.js'
import { meshesOf } from './meshes.js'
import { mostNested } from './nesting.js'
import { RigidParts } from './rigid-parts.js'
import { type Settings, settingsOf } from './settings.js'
import { tendonsOf } from './tendons.js'
import { type BodyNode, type SiteNode, type Tree, TreeReader } from './tree.js'
import { vocabulary } from './vocabulary.js'

export type { DriveLimits, JointDriveLimits } from '../types/drive-limits.js'
export type { MeshContact, MeshReference } from '../types/mesh-reference.js'
export type { Include } from '../xml/includes.js'
export type { InertiaOptions } from '../xml/massless.js'
export type { MjcfActuator } from './actuators.js'
export { type MjcfExport, mechanismToMjcf } from './write.js'

const format: Format = {
  name: 'mjcf',
  title: 'MJCF',
  roots: ['mujoco', 'mujocoinclude'],
  depth: mostNested,
  silent: ['mujoco', 'worldbody'],
  own: ['body']
}

export interface MjcfOptions extends InertiaOptions {
  /** The text of a file that an <include> names. Without it, includes are refused. */
  readonly include?: Include | undefined
  /** The name or number, from 0, of the keyframe that is the initial state. Default: the first. */
  readonly keyframe?: string | number | undefined
}

export interface MjcfImport extends Import {
  /** As the document has them, in its order; those of the mechanism follow from them. */
  readonly actuators: readonly MjcfActuator[]
  /** The largest force of each joint's actuators, where their ranges bound it. */
  readonly limits: JointDriveLimits
  /** Meshes of geoms, which `loadMeshes` of `linkwork/three` loads. */
  readonly meshes: readonly MeshReference[]
}

/**
 * The mechanism that an MJCF document describes. Joints keep their names, coordinates and order;
 * quaternions have w last here. Features that a mechanism lacks are left out with a warning.
 * An equality becomes a loop or a coupling; the mechanism starts in a state in which these close.
 *
 * Throws MechanismError with line, element, what was found and what was expected.
 */
export function mechanismFromMjcf(mjcf: string, options?: MjcfOptions): MjcfImport
/** The same of any document. One without loops and couplings needs no library. */
export function mechanismFromMjcf(
  linkwork: Linkwork,
  mjcf: string,
  options?: MjcfOptions
): MjcfImport
export function mechanismFromMjcf(...given: readonly unknown[]): MjcfImport {
  const { module, document: mjcf, options } = readerArguments<MjcfOptions>(given)
  const { include, keyframe, ...shapes } = optionsOf(options, [
    'include',
    'keyframe',
    ...inertiaOptions
  ])
  const density = shapeDensity(shapes)
  const remarks = new Remarks()
  const includes = new Includes(include, format, remarks)
  const document = withIncludes(parseRoot(text(mjcf, 'mjcf'), format, remarks), includes)
  warnOfSections(document, remarks)
  warnOfUnknown(document, vocabulary, remarks)
  const settings = settingsOf(document, density, remarks)
  const defaults = new Defaults(document)
  const meshes = meshAssetsOf(document, defaults, remarks)
  const tree = new TreeReader(document, new Contents(defaults, settings), meshes, settings, remarks)
  const root = withCopies(document, tree, remarks)
  const looks = { materials: materialsOf(root, defaults, remarks), meshes }
  const { bodies, joints, read } = bodiesOf(tree, looks, settings, remarks)
  const byName = new Map(read.map((each) => [each.joint.name, each]))
  const equalities = new EqualityReader(root, tree, byName, defaults, remarks)
  const { loops, couplings } = equalities
  const frame = keyframeOf(root, keyframe)
  const tendons = tendonsOf(
    root,
    tree,
    equalities,
    defaults,
    frame !== undefined,
    settings,
    remarks
  )
  const reader = new ActuatorReader(
    root,
    tree,
    jointInertiasOf(tree, bodies, read),
    equalities,
    tendons,
    defaults,
    settings,
    remarks
  )
  const parts = new RigidParts({ joints, loops: loops.map(({ value }) => value) })
  const pairs = settings.hasContact ? geomPairsOf(root, tree, parts, defaults, remarks) : []
  const { contact, ofMeshes } = settings.hasContact
    ? contactOf(tree, parts, pairs, root, looks.meshes, heightFieldsOf(root, remarks), remarks)
    : { contact: undefined, ofMeshes: undefined }
  const sites = [...tree.sites].map(siteOf)
  const actuators = mechanismActuatorsOf(reader.actuators, remarks)
  const mechanism: Mechanism = {
    linkwork: 1,
    name: root.text('model') ?? '',
    gravity: settings.gravity,
    bodies: [...bodies.values()],
    joints,
    ...(loops.length > 0 ? { loops: loops.map(({ value }) => value) } : {}),
    ...(couplings.length > 0 ? { couplings: couplings.map(({ value }) => value) } : {}),
    ...(sites.length > 0 ? { sites } : {}),
    ...(tendons.length > 0 ? { tendons: tendons.map(({ tendon }) => tendon) } : {}),
    ...(actuators.length > 0 ? { actuators } : {}),
    ...(contact ? { contact } : {}),
    ...initialStateOf(read, frame)
  }
  const dependent = couplings.flatMap(({ value }) => value.terms[0]?.joint ?? [])
  warnOfMassless(mechanism, (name) => byName.get(name)?.element, remarks)
  return {
    mechanism: closedWhereOpen(mechanism, { loops, couplings }, dependent, module, remarks),
    actuators: reader.actuators,
    limits: driveLimitsOf(reader.actuators, read, settings),
    meshes: meshesOf(tree, looks.meshes, looks.materials, ofMeshes, settings, remarks),
    warnings: remarks.warnings
  }
}

function siteOf({ name, body, pose }: SiteNode): Site {
  return { name, body: body.name, ...frameOf(pose) }
}

/** Sections that are read, or that have nothing to do with how a model moves by itself. */
const known = new Set([
  'compiler',
  'option',
  'default',
  'worldbody',
  'equality',
  'tendon',
  'contact',
  'actuator',
  'keyframe',
  'size',
  'visual',
  'statistic',
  'asset',
  'custom',
  'sensor',
  'extension'
])

function warnOfSections(root: Element, remarks: Remarks): void {
  for (const section of root.children) {
    if (!known.has(section.tag)) remarks.once(section.tag, section, 'is left out')
  }
}

/** Materials by name, their defaults applied; the first of a name counts. */
function materialsOf(
  root: Element,
  defaults: Defaults,
  remarks: Remarks
): ReadonlyMap<string, Element> {
  const materials = new Map<string, Element>()
  for (const each of root.all('asset').flatMap((asset) => asset.all('material'))) {
    const name = each.text('name') ?? ''
    if (materials.has(name))
      remarks.counted('material twice', each, 'is there twice; the first counts')
    else materials.set(name, defaults.applied(each, undefined))
  }
  return materials
}

/** Assets that geoms refer to, by name. */
interface Assets {
  readonly materials: ReadonlyMap<string, Element>
  readonly meshes: MeshAssets
}

interface Bodies {
  /** By name, parents first. */
  readonly bodies: Map<string, Body>
  readonly joints: readonly Joint[]
  /** Joints of the document, in its order. */
  readonly read: readonly ReadJoint[]
}

/** Between the joints of a body that has several are bodies without mass. */
function bodiesOf(
  tree: Tree,
  { materials, meshes }: Assets,
  settings: Settings,
  remarks: Remarks
): Bodies {
  const bodies = new Map<string, Body>()
  const joints: Joint[] = []
  const read: ReadJoint[] = []
  for (const node of tree.bodies) {
    requireTop(node)
    let parent = node.parent?.name ?? ''
    let { pose } = node
    for (const [i, joint] of node.joints.entries()) {
      const isLast = i === node.joints.length - 1
      const child = isLast ? node.name : tree.bodyNames.freeName(`${node.name}_${joint.name}`)
      if (!isLast) {
        tree.bodyNames.add(node.element, node, child)
        bodies.set(child, { name: child, mass: 0 })
      }
      read.push(jointOf(joint, parent, child, pose, settings, remarks))
      joints.push(read.at(-1)!.joint)
      parent = child
      pose = identity
    }
    if (node.joints.length === 0) joints.push(weld(node, tree))
    const shapes = shapesOf(node.geoms, materials)
    bodies.set(node.name, {
      name: node.name,
      ...massOf(node.inertial, node.geoms, meshes, settings, remarks),
      ...(shapes.length > 0 ? { shapes } : {})
    })
  }
  return { bodies: withTotal(bodies, settings), joints, read }
}

function weld({ name, parent, pose }: BodyNode, { jointNames }: Tree): Joint {
  return {
    name: jointNames.freeName(`${name}_fixed`),
    type: 'fixed',
    parent: parent?.name ?? '',
    child: name,
    ...framesOf(pose, identity)
  }
}
