/** A mechanism drawn: by its visual style, the meshes that it has, and rods. */
import type { StageMechanism } from '../../model/stage.ts'
import { type Anatomy, anatomyOf } from './anatomy.ts'
import { Figure } from './figure.ts'
import type { Palette } from './materials.ts'
import { styleFor } from './styles/index.ts'
import type { VisualStyle } from './styles/style.ts'

export interface Drawing {
  readonly anatomy: Anatomy
  readonly figure: Figure
  readonly style: VisualStyle
}

export function anatomyIn({ mechanism, meshes }: StageMechanism): Anatomy {
  const visual = meshes?.meshes.filter(({ mesh }) => mesh.purpose === 'visual') ?? []
  return anatomyOf(mechanism, new Set(visual.map(({ mesh }) => mesh.body)))
}

/** `size` is half the diagonal of the framing box [m]. */
export function draw(given: StageMechanism, palette: Palette, size: number): Drawing {
  const { id, mechanism, framing, meshes } = given
  const anatomy = anatomyIn(given)
  const figure = new Figure(mechanism, palette)
  const style = styleFor(id)({ anatomy, figure, framing, size })
  if (meshes) figure.addMeshes(meshes, anatomy)
  figure.addRods(anatomy, 0.007 * size)
  return { anatomy, figure, style }
}
