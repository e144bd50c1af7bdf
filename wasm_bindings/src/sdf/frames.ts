import { brief, suggestion } from '../suggestion.js'
import type { Quaternion } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { compose, identity, inverse, type Pose, rollPitchYaw } from '../xml/pose.js'
import { flag, numbers, oneOf } from '../xml/values.js'

/** A scope of names: full names begin with the names of the models around. */
export interface Place {
  /** The models around, each followed by `::`. */
  readonly scope: string
  /** The frame of the model, or the world. */
  readonly own: string
}

/** A frame that poses can be relative to: a model, a link, a joint, a <frame>. */
export interface FrameNode {
  readonly element: Element
  readonly place: Place
  /** The frame that its <pose> is relative to by default. */
  readonly around: () => string
  /** The frame that it is attached to; none for a link. */
  readonly attachedTo: (() => string) | undefined
  /** For models: the frame that <pose> places. Default: the frame of the model. */
  readonly placed?: (() => string) | undefined
}

/** All frames of a document by their full names, those of a model after `model::`. */
export class Frames {
  readonly #nodes = new Map<string, FrameNode>()
  readonly #poses = new Map<string, Pose>()

  add(name: string, node: FrameNode): void {
    if (this.#nodes.has(name))
      throw fault(
        node.element,
        'name',
        `expected a name of its own, found "${brief(node.element.text('name') ?? '')}", which another link, joint, frame or model has; rename one`
      )
    this.#nodes.set(name, node)
  }

  /** The full name of what an element or attribute names: a link, joint or frame, or a model's frame. */
  named(text: string, { scope, own }: Place, element: Element, attribute: string): string {
    if (text === '__model__') return own
    const name = scope + text
    const found = [name, `${name}::__model__`].find((each) => this.#nodes.has(each))
    if (found !== undefined) return found
    if (text === 'world') return text
    const known = [...this.#nodes.keys()].filter((each) => each.startsWith(scope))
    const names = known.map((each) => each.slice(scope.length))
    const frames = suggestion(text, 'frames', names)
    throw fault(element, attribute, `no link, joint or frame is named "${brief(text)}"${frames}`)
  }

  /** Throws MechanismError if a frame is placed in or attached to one that is not there. */
  requireWhole(): void {
    for (const { around, placed } of this.#nodes.values()) {
      around()
      placed?.()
    }
  }

  /** In the world. */
  pose(name: string, path: readonly string[] = []): Pose {
    if (name === 'world') return identity
    const known = this.#poses.get(name)
    if (known) return known
    const node = this.#nodes.get(name)!
    if (path.includes(name)) throw fault(node.element, 'pose', 'is placed in itself')
    const outer = this.#outerOf(node)
    const found = compose(this.pose(outer, [...path, name]), this.#localPose(name, node, []))
    this.#poses.set(name, found)
    return found
  }

  /** The pose of a model is that of the frame which it places. */
  #localPose(name: string, node: FrameNode, path: readonly string[]): Pose {
    const pose = poseOf(node.element)
    const placed = node.placed?.() ?? name
    return placed === name ? pose : compose(pose, inverse(this.#within(placed, name, path)))
  }

  /** Pose of a frame of a model relative to the model's frame, whose own pose may be unknown. */
  #within(name: string, model: string, path: readonly string[]): Pose {
    if (name === model) return identity
    const node = this.#nodes.get(name)
    if (!node || path.includes(name))
      throw fault(this.#nodes.get(model)!.element, 'placement_frame', 'is not placed in its model')
    const outer = this.#within(this.#outerOf(node), model, [...path, name])
    return compose(outer, this.#localPose(name, node, [...path, name]))
  }

  #outerOf({ element, place, around }: FrameNode): string {
    const pose = element.one('pose')
    const [attribute, relative] = relativeTo(pose)
    return relative === '' ? around() : this.named(relative, place, pose!, attribute)
  }

  /** Pose of one frame in another. */
  between(from: string, to: string): Pose {
    return compose(inverse(this.pose(from)), this.pose(to))
  }

  /** Pose of an element of a link, as a visual, in the link's frame. */
  inLink(element: Element, link: string, place: Place): Pose {
    const pose = element.one('pose')
    const [attribute, relative] = relativeTo(pose)
    if (relative === '') return poseOf(element)
    const frame = this.named(relative, place, pose!, attribute)
    return compose(this.between(link, frame), poseOf(element))
  }

  /** The link that a frame moves with, or the world. */
  linkOf(name: string, path: readonly string[] = []): string {
    if (name === 'world') return name
    const { element, attachedTo } = this.#nodes.get(name)!
    if (path.includes(name)) throw fault(element, 'attached_to', 'is attached to itself')
    return attachedTo === undefined ? name : this.linkOf(attachedTo(), [...path, name])
  }
}

/** Returns the attribute for the reference frame of a <pose>, `frame` until SDF 1.6, and its value. */
function relativeTo(pose: Element | undefined): readonly [string, string] {
  const attribute = pose?.text('relative_to') === undefined ? 'frame' : 'relative_to'
  return [attribute, pose?.text(attribute) ?? '']
}

/** The <pose> of an element; the identity if it has none. */
export function poseOf(element: Element): Pose {
  const pose = element.one('pose')
  if (!pose || pose.content.trim() === '') return identity
  const format = pose.text('rotation_format') ?? 'euler_rpy'
  if (format !== 'euler_rpy') oneOf(pose, 'rotation_format', 'rotation format', ['quat_xyzw'])
  const isQuaternion = format === 'quat_xyzw'
  const list = numbers(pose, '', isQuaternion ? 7 : 6)
  const [x = 0, y = 0, z = 0] = list
  const unit = flag(pose, 'degrees', false) ? Math.PI / 180 : 1
  const [a = 0, b = 0, c = 0, w = 0] = list.slice(3).map((part) => part * (isQuaternion ? 1 : unit))
  if (!isQuaternion) return { position: [x, y, z], rotation: rollPitchYaw([a, b, c]) }
  const length = Math.hypot(a, b, c, w)
  if (length === 0) throw fault(pose, '', 'expected a quaternion, found zero')
  const rotation: Quaternion = [a / length, b / length, c / length, w / length]
  return { position: [x, y, z], rotation }
}
