/** Shapes of a mechanism file, painted with the stage's own surfaces. */
import { type DrawnShape, shapeGeometry } from 'linkwork/three'
import { type BufferGeometry, Color, Matrix4, Quaternion, Vector3 } from 'three'
import { drawnQuaternion, drawnVector } from '../frames.ts'
import { painted } from '../materials.ts'
import { type Surface, surfaceNames, themes } from '../theme.ts'

/** From the library's axes (z up) to the stage's (y up). */
const upright = new Matrix4().makeRotationX(-Math.PI / 2)
const desired = new Color()
const offered = new Color()

/** The surface whose color in the dark theme is nearest: a file's colors follow the theme too. */
export function nearestSurface(color: string | undefined): Surface {
  if (color === undefined) return 'link'
  desired.set(color)
  const distance = (name: Surface) => {
    offered.set(themes.dark.surfaces[name])
    return Math.hypot(offered.r - desired.r, offered.g - desired.g, offered.b - desired.b)
  }
  return surfaceNames.reduce((best, name) => (distance(name) < distance(best) ? name : best))
}

/** The solids of a body, in its frame as the stage draws it; `surface` for those without color. */
export function givenSolids(shapes: readonly DrawnShape[], surface?: Surface): BufferGeometry[] {
  return shapes.map((shape) => {
    const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = shape.frame ?? {}
    const place = new Matrix4().compose(
      drawnVector(position, new Vector3()),
      drawnQuaternion(rotation, new Quaternion()),
      new Vector3(1, 1, 1)
    )
    const solid = shapeGeometry(shape).applyMatrix4(upright).applyMatrix4(place)
    const own = shape.color === undefined ? surface : undefined
    return painted(solid, own ?? nearestSurface(shape.color))
  })
}
