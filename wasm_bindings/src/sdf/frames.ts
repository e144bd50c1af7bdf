import { brief, suggestion } from '../suggestion.js'
import type { Quaternion } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { compose, identity, inverse, type Pose, rollPitchYaw } from '../xml/pose.js'
import { flag, numbers, oneOf } from '../xml/values.js'

/** A frame that poses can be told in: a model, a link, a joint, a <frame>. */
export interface FrameNode {
  readonly element: Element
  /** The models around it, each followed by `::`. */
  readonly scope: string
  /** The name of what it is placed in, where its <pose> does not say. */
  readonly around: string
  /** The link or model that it moves with. */
  readonly attachedTo: string | undefined
}

/** All frames of a document by their names, those of nested models after `model::`. */
export class Frames {
  readonly #nodes = new Map<string, FrameNode>()
  readonly #poses = new Map<string, Pose>()

  add(name: string, node: FrameNode): void {
    if (this.#nodes.has(name)) throw fault(node.element, 'name', `"${brief(name)}" is there twice`)
    this.#nodes.set(name, node)
  }

  /** The full name of what an element or attribute names in its model. */
  named(text: string, scope: string, element: Element, attribute: string): string {
    const name = text === 'world' ? 'world' : scope + text
    if (name === 'world' || this.#nodes.has(name)) return name
    const known = [...this.#nodes.keys()].map((each) => each.replace(scope, ''))
    const frames = suggestion(text, 'frames', known)
    throw fault(element, attribute, `no link, joint or frame is named "${brief(text)}"${frames}`)
  }

  /** Throws MechanismError where a frame hangs on one that is not there. */
  requireWhole(): void {
    for (const { element, around, attachedTo = around } of this.#nodes.values()) {
      for (const name of [around, attachedTo]) {
        if (name === 'world' || this.#nodes.has(name)) continue
        throw fault(element, '', `hangs on "${brief(name)}", which is no link, joint or frame`)
      }
    }
  }

  /** In the world. */
  pose(name: string, path: readonly string[] = []): Pose {
    if (name === 'world') return identity
    const known = this.#poses.get(name)
    if (known) return known
    const { element, scope, around } = this.#nodes.get(name)!
    if (path.includes(name)) throw fault(element, 'pose', 'is placed in itself')
    const pose = element.one('pose')
    const relative = pose?.text('relative_to') ?? pose?.text('frame') ?? ''
    const outer = relative === '' ? around : this.named(relative, scope, pose!, 'relative_to')
    const found = compose(this.pose(outer, [...path, name]), poseOf(element))
    this.#poses.set(name, found)
    return found
  }

  /** Pose of one frame in another. */
  between(from: string, to: string): Pose {
    return compose(inverse(this.pose(from)), this.pose(to))
  }

  /** The link that a frame moves with; the world, or none of a model. */
  linkOf(name: string, path: readonly string[] = []): string {
    if (name === 'world') return name
    const { element, attachedTo } = this.#nodes.get(name)!
    if (path.includes(name)) throw fault(element, 'attached_to', 'is attached to itself')
    return attachedTo === undefined ? name : this.linkOf(attachedTo, [...path, name])
  }
}

/** What the <pose> of an element says; the identity where it has none. */
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
