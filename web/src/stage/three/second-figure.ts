/** A second one of a mechanism, drawn translucent over the first, in the color of what is traced. */
import { Mesh } from 'three'
import type { SecondPose, StageMechanism } from '../../model/stage.ts'
import { draw } from './drawing.ts'
import type { Figure } from './figure.ts'
import { drawnPoses } from './frames.ts'
import { Palette } from './materials.ts'
import type { VisualStyle } from './styles/style.ts'
import { type Surface, surfaceNames, type Theme } from './theme.ts'

const opacity = 0.6

export class SecondFigure {
  readonly figure: Figure
  private readonly palette = new Palette()
  private readonly style: VisualStyle
  private readonly poses: Float64Array

  /** `size` is half the diagonal of the framing box [m]. */
  constructor(given: StageMechanism, size: number) {
    const { material } = this.palette
    material.transparent = true
    material.opacity = opacity
    // Where both are at one place the first one is seen.
    material.polygonOffset = true
    material.polygonOffsetFactor = 1
    material.polygonOffsetUnits = 4
    this.poses = new Float64Array(7 * given.mechanism.bodies.length)
    const { figure, style } = draw(given, this.palette, size)
    this.figure = figure
    this.style = style
    figure.group.traverse((part) => {
      if (!(part instanceof Mesh)) return
      part.material = material
      part.castShadow = false
      part.renderOrder = 2
    })
  }

  setTheme(theme: Theme): void {
    const surfaces = Object.fromEntries(surfaceNames.map((name) => [name, theme.trace]))
    this.palette.setTheme({ ...theme, surfaces: surfaces as Record<Surface, string> })
  }

  pose({ poses, q }: SecondPose): void {
    drawnPoses(poses, this.poses)
    this.figure.pose(this.poses)
    this.style.update?.(q, this.poses, 0)
  }

  dispose(): void {
    this.figure.dispose()
    this.palette.dispose()
  }
}
