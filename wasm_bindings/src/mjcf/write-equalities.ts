import type { Frame, Loop, Mechanism, Vector3 } from '../types/mechanism.js'
import { cannotSay, type JointFrames } from '../xml/export.js'
import { add, rotate, unit } from '../xml/pose.js'
import { type Tag, tag } from '../xml/write.js'
import { couplingTags } from './write-couplings.js'
import { partNames } from './write-joints.js'

interface EqualityTags {
  /** By body. */
  readonly sites: ReadonlyMap<string, readonly Tag[]>
  /** Adds a site and returns its name. */
  readonly site: (body: string, name: string, frame: Frame) => string
  readonly equalities: readonly Tag[]
  readonly tendons: readonly Tag[]
}

const loopTypes = ['fixed', 'spherical', 'revolute'] as const

/** Sites, loops between sites, couplings between joints or of a tendon, screws as couplings. */
export function equalityTags(mechanism: Mechanism, frames: JointFrames): EqualityTags {
  const sites = new SiteTags(frames)
  const equalities: Tag[] = []
  const tendons: Tag[] = []
  for (const { name, body, frame } of mechanism.sites ?? []) sites.add(body, name, frame)
  const site = (body: string, name: string, frame: Frame) => sites.add(body, name, frame)
  for (const [place, loop] of (mechanism.loops ?? []).entries()) {
    const tags = loopTags(loop, place, site)
    equalities.push(...tags)
  }
  for (const [place, coupling] of (mechanism.couplings ?? []).entries()) {
    const tags = couplingTags(coupling, place)
    tendons.push(...tags.tendons)
    equalities.push(tags.equality)
  }
  for (const joint of mechanism.joints) {
    if (joint.type !== 'helical') continue
    const [joint1, joint2] = partNames(joint).reverse()
    const polycoef = [0, joint.pitch ?? 0, 0, 0, 0]
    equalities.push(tag('joint', { name: `${joint.name}_screw`, joint1, joint2, polycoef }))
  }
  return { sites: sites.byBody, site, equalities, tendons }
}

/** <site> elements, whose names differ. */
class SiteTags {
  readonly byBody = new Map<string, Tag[]>()
  readonly #frames: JointFrames
  readonly #names = new Map<string, string>()

  constructor(frames: JointFrames) {
    this.#frames = frames
  }

  /** Adds a site unless it is there already, as after reading loops; returns its name. */
  add(body: string, wanted: string, frame: Frame | undefined): string {
    const { position, rotation } = this.#frames.on(body, frame)
    const [x, y, z, w] = rotation
    const place = { pos: position, quat: [w, x, y, z] }
    const key = JSON.stringify([body, place])
    let name = wanted
    while (this.#names.has(name) && this.#names.get(name) !== key) name += '_'
    if (this.#names.has(name)) return name
    this.#names.set(name, key)
    const others = this.byBody.get(body)
    const made = tag('site', { name, ...place })
    if (others) others.push(made)
    else this.byBody.set(body, [made])
    return name
  }
}

/** A revolute joint holds two points of its axis. */
function loopTags(
  loop: Loop,
  place: number,
  site: (body: string, name: string, frame: Frame) => string
): Tag[] {
  const { name, type, parent, child, axis = [0, 0, 1] } = loop
  const between = (suffix: string, along: Vector3) => ({
    site1: site(parent, `${name}_parent${suffix}`, moved(loop.parentFrame, along)),
    site2: site(child, `${name}_child${suffix}`, moved(loop.childFrame, along))
  })
  switch (type) {
    case 'fixed':
      return [tag('weld', { name, ...between('', [0, 0, 0]) })]
    case 'spherical':
      return [tag('connect', { name, ...between('', [0, 0, 0]) })]
    case 'revolute':
      return [
        tag('connect', { name, ...between('', [0, 0, 0]) }),
        tag('connect', { name: `${name}_axis`, ...between('_axis', unit(axis)) })
      ]
    default:
      throw cannotSay('MJCF', `loops[${place}]`, loop, loopTypes)
  }
}

function moved(frame: Frame | undefined, along: Vector3): Frame {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = frame ?? {}
  return { position: add(position, rotate(rotation, along)), rotation }
}
