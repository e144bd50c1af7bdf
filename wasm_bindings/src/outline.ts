import { described, nameOf } from './checks.js'
import { MechanismError } from './errors.js'
import { suggestion } from './suggestion.js'

/** Names and sizes of what a mechanism has, as WebAssembly writes them. */
interface Written {
  readonly bodies: readonly string[]
  readonly joints: readonly string[]
  readonly loops: readonly string[]
  readonly sites: readonly string[]
  /** How many numbers each joint has in q, and in v. */
  readonly positions: readonly number[]
  readonly velocities: readonly number[]
}

type Kind = 'body' | 'joint'

/** The places of a joint's numbers in arrays laid out like q, and like v. */
export interface JointPlace {
  /** In the mechanism's joints. */
  readonly index: number
  readonly name: string
  /** First entry in q, and how many there are. */
  readonly q: number
  readonly positions: number
  /** The same in v, accelerations and forces. */
  readonly v: number
  readonly velocities: number
}

/** The parts of a mechanism, by name and by place. */
export class Outline {
  readonly bodies: readonly string[]
  readonly joints: readonly JointPlace[]
  readonly loops: readonly string[]
  readonly sites: readonly string[]
  readonly positionSize: number
  readonly velocitySize: number
  readonly #places: Readonly<Record<Kind, ReadonlyMap<string, number>>>

  constructor(json: string) {
    const { bodies, joints, loops, sites, positions, velocities } = JSON.parse(json) as Written
    let q = 0
    let v = 0
    this.joints = joints.map((name, index) => {
      const place = {
        index,
        name,
        q,
        positions: positions[index] ?? 0,
        v,
        velocities: velocities[index] ?? 0
      }
      q += place.positions
      v += place.velocities
      return place
    })
    this.bodies = bodies
    this.loops = loops
    this.sites = sites
    this.positionSize = q
    this.velocitySize = v
    const mapOf = (names: readonly string[]) => new Map(names.map((name, place) => [name, place]))
    this.#places = { body: mapOf(bodies), joint: mapOf(joints) }
  }

  /** The place of a body in the mechanism's, by its name or that place. */
  body(key: string | number): number {
    return this.#place('body', key, 'bodies', this.bodies)
  }

  joint(key: string | number): JointPlace {
    const names = this.joints.map(({ name }) => name)
    return this.joints[this.#place('joint', key, 'joints', names)] as JointPlace
  }

  #place(kind: Kind, key: string | number, kinds: string, names: readonly string[]): number {
    const name = nameOf(kind, key, () => names)
    const place = this.#places[kind].get(name)
    if (place !== undefined) return place
    throw new MechanismError(
      `${kind}: no ${kind} is named ${described(name)}${suggestion(name, kinds, names)}`
    )
  }
}
