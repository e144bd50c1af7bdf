import type { Collider, HeightfieldCollider } from '../types/mechanism.js'
import { compose, identity, type Pose } from '../xml/pose.js'
import { type Tag, tag } from '../xml/write.js'

/** The <hfield> assets of colliders. */
export class HeightFieldAssets {
  readonly #names = new Map<Collider, string>()
  readonly tags: readonly Tag[]

  constructor(colliders: readonly Collider[]) {
    const fields = colliders.filter((each) => each.type === 'heightfield')
    this.tags = fields.map((field, i) => assetOf(field, `ground_${i + 1}`))
    fields.forEach((field, i) => {
      this.#names.set(field, `ground_${i + 1}`)
    })
  }

  /** The attribute by which a <geom> refers to its ground; none of other colliders. */
  attributes(collider: Collider) {
    const name = this.#names.get(collider)
    return name === undefined ? {} : { hfield: name }
  }

  /** The place of a <geom>: that of the lowest point of ground. */
  placeOf(collider: Collider, pose: Pose): Pose {
    if (collider.type !== 'heightfield') return pose
    return compose(pose, { ...identity, position: [0, 0, rangeOf(collider).lowest] })
  }
}

function assetOf(field: HeightfieldCollider, name: string): Tag {
  const { extents, heights } = field
  const { lowest, highest } = rangeOf(field)
  const [width, depth] = extents
  const range = highest > lowest ? highest - lowest : 1
  return tag('hfield', {
    name,
    nrow: heights.length,
    ncol: heights[0]?.length ?? 0,
    size: [width / 2, depth / 2, range, Math.max(width, depth)],
    elevation: [...heights].reverse().flatMap((row) => row.map((each) => (each - lowest) / range))
  })
}

function rangeOf({ heights }: HeightfieldCollider) {
  const rows = heights.map((row) => [Math.min(...row), Math.max(...row)] as const)
  return {
    lowest: rows.reduce((least, [low]) => Math.min(least, low), Infinity),
    highest: rows.reduce((most, [, high]) => Math.max(most, high), -Infinity)
  }
}
