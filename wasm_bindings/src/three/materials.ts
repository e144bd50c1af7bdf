import { type ColorRepresentation, MeshStandardMaterial } from 'three'
import type { Solid } from './parts.js'

export interface Colors {
  readonly linkColor?: ColorRepresentation
  readonly jointColor?: ColorRepresentation
  readonly rotorColor?: ColorRepresentation
}

/** The materials of a mechanism's solids: one material a kind, and one a color that shapes have. */
export class Materials {
  readonly #kinds: Readonly<Record<'link' | 'joint' | 'rotor', MeshStandardMaterial>>
  readonly #byColor = new Map<string, MeshStandardMaterial>()

  constructor({ linkColor, jointColor, rotorColor }: Colors) {
    this.#kinds = {
      link: new MeshStandardMaterial({ color: linkColor ?? 0xd7dbe0, roughness: 0.55 }),
      joint: new MeshStandardMaterial({ color: jointColor ?? 0x3b4654, roughness: 0.5 }),
      rotor: new MeshStandardMaterial({ color: rotorColor ?? 0xc8873a, roughness: 0.4 })
    }
  }

  /** That of rods, too. */
  get joint(): MeshStandardMaterial {
    return this.#kinds.joint
  }

  of(solid: Solid): MeshStandardMaterial {
    if (solid.kind !== 'given')
      return this.#kinds[solid.kind === 'link' || solid.kind === 'rotor' ? solid.kind : 'joint']
    const { color } = solid.shape
    if (color === undefined) return this.#kinds.link
    const known = this.#byColor.get(color)
    if (known) return known
    const material = new MeshStandardMaterial({ color, roughness: 0.5 })
    this.#byColor.set(color, material)
    return material
  }

  dispose(): void {
    for (const material of Object.values(this.#kinds)) material.dispose()
    for (const material of this.#byColor.values()) material.dispose()
  }
}
