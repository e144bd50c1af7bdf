import { brief } from '../suggestion.js'
import { type Element, fault } from '../xml/element.js'
import { Names } from '../xml/names.js'
import { compose, identity, type Pose } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { flag } from '../xml/values.js'
import type { Contents, Item, Surroundings } from './contents.js'
import { nameOf, nowhere } from './contents.js'
import { type Geom, geomOf } from './geoms.js'
import type { MeshAssets } from './mesh-assets.js'
import { placeOf, segmentOf } from './places.js'
import type { Settings } from './settings.js'

/** A <body>, or the world. */
export interface BodyNode {
  readonly element: Element
  /** None of the world. */
  readonly parent: BodyNode | undefined
  name: string
  /** In its parent, with all joints where they start. */
  readonly pose: Pose
  /** The same in the world. */
  readonly inWorld: Pose
  readonly inertial: Item | undefined
  readonly joints: JointNode[]
  readonly geoms: readonly Geom[]
  /** No joint on the way from the world. */
  readonly isStatic: boolean
}

/** A <joint> or <freejoint>; in documents one of several that a body may have. */
export interface JointNode {
  readonly item: Item
  name: string
}

export interface Tree {
  readonly world: BodyNode
  /** All but the world, parents first, in the document's order. */
  readonly bodies: readonly BodyNode[]
  readonly bodyNames: Names<BodyNode>
  readonly jointNames: Names<JointNode>
  /** <site> elements by name. */
  readonly sites: Names<SiteNode>
}

/** A <site>: a pose in a body. */
export interface SiteNode {
  readonly element: Element
  name: string
  readonly body: BodyNode
  readonly pose: Pose
}

const ofBody = {
  gravcomp: 'compensation of gravity'
}

/** Elements of a body that have nothing to do with how it moves. */
const silent = new Set(['light', 'camera', 'plugin'])

/** Reads the <worldbody> sections of a document. */
export class TreeReader implements Tree {
  readonly bodies: BodyNode[] = []
  readonly bodyNames = new Names<BodyNode>('body', 'bodies')
  readonly jointNames = new Names<JointNode>('joint', 'joints')
  readonly sites = new Names<SiteNode>('site', 'sites')
  readonly #unnamedSites: SiteNode[] = []
  readonly world: BodyNode
  readonly #contents: Contents
  readonly #meshes: MeshAssets
  readonly #settings: Settings
  readonly #remarks: Remarks

  constructor(
    root: Element,
    contents: Contents,
    meshes: MeshAssets,
    settings: Settings,
    remarks: Remarks
  ) {
    this.#contents = contents
    this.#meshes = meshes
    this.#settings = settings
    this.#remarks = remarks
    const sections = root.all('worldbody')
    const children = sections.flatMap((section) => section.children)
    const element = (sections[0] ?? root).with({}, children)
    this.world = this.#body({ ...nowhere, element }, undefined)
    this.#giveNames()
    if (this.bodies.length === 0) throw fault(root, '', 'expected an element <body>, found none')
  }

  #body({ element, pose, suffix, childClass }: Item, parent: BodyNode | undefined): BodyNode {
    const own = parent ? compose(pose, placeOf(element, this.#settings)) : identity
    const around: Surroundings = {
      pose: identity,
      childClass: element.text('childclass') ?? childClass,
      suffix
    }
    const items = this.#contents.of(element, around)
    const of = (...tags: string[]) => items.filter((item) => tags.includes(item.element.tag))
    const joints = of('joint', 'freejoint').map((item) => ({ item, name: nameOf(item) }))
    const [inertial, second] = of('inertial')
    if (second) throw fault(second.element, '', 'is there twice')
    const node: BodyNode = {
      element,
      parent,
      name: parent ? nameOf({ element, suffix }) : 'world',
      pose: own,
      inWorld: parent ? compose(parent.inWorld, own) : identity,
      inertial,
      joints,
      geoms: of('geom').map((item) => geomOf(item, this.#meshes, this.#settings, this.#remarks)),
      isStatic: parent === undefined || (parent.isStatic && joints.length === 0)
    }
    if (parent) this.#file(node)
    for (const joint of joints) {
      if (!parent) throw fault(joint.item.element, '', 'the world has no joints')
      if (joint.name !== '') this.jointNames.add(joint.item.element, joint, joint.name)
    }
    for (const item of of('site')) this.#site(item, node)
    this.#warnOfOthers(items)
    for (const item of of('body')) this.#body(item, node)
    return node
  }

  #file(node: BodyNode): void {
    if (node.name === 'world') {
      node.name = this.bodyNames.freeName('world_body')
      const problem = `expected another name than "world", which is the ground, found it; the body is "${node.name}"`
      this.#remarks.at(node.element, `name: ${problem}`)
    }
    this.bodies.push(node)
    if (node.name !== '') this.bodyNames.add(node.element, node, node.name)
    this.#remarks.attributes(node.element, ofBody)
    if (flag(node.element, 'mocap', false))
      this.#remarks.counted(
        'mocap',
        node.element,
        'mocap: no body is moved from outside; it stays where it is'
      )
  }

  #site({ element, pose, suffix }: Item, body: BodyNode): void {
    const isSegment = element.text('fromto') !== undefined
    const own = isSegment ? segmentOf(element).place : placeOf(element, this.#settings)
    const name = nameOf({ element, suffix })
    const site: SiteNode = { element, name, body, pose: compose(pose, own) }
    if (name === '') this.#unnamedSites.push(site)
    else this.sites.add(element, site, name)
  }

  #warnOfOthers(items: readonly Item[]): void {
    const read = ['body', 'joint', 'freejoint', 'geom', 'site', 'inertial']
    for (const { element } of items) {
      const { tag } = element
      if (!read.includes(tag) && !silent.has(tag))
        this.#remarks.once(tag, element, `<${brief(tag)}> is left out`)
    }
  }

  /** Names of what the document does not name. */
  #giveNames(): void {
    for (const [i, node] of this.bodies.entries()) {
      if (node.name === '') {
        node.name = this.bodyNames.freeName(`body${i + 1}`)
        this.bodyNames.add(node.element, node, node.name)
      }
      for (const [k, joint] of node.joints.entries()) {
        if (joint.name !== '') continue
        const number = node.joints.length > 1 ? `${k + 1}` : ''
        joint.name = this.jointNames.freeName(`${node.name}_joint${number}`)
        this.jointNames.add(joint.item.element, joint, joint.name)
      }
    }
    for (const [i, site] of this.#unnamedSites.entries()) {
      site.name = this.sites.freeName(`site${i + 1}`)
      this.sites.add(site.element, site, site.name)
    }
  }
}

/** The body that an attribute names, or the world. */
export function bodyNamed(tree: Tree, element: Element, attribute: string): BodyNode {
  const isWorld = element.text(attribute) === 'world'
  return isWorld ? tree.world : tree.bodyNames.named(element, attribute)
}
