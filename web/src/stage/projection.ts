import type { Framing, Vector3 } from '../model/stage.ts'

/** Parallel projection of the world's x–z plane onto a drawing. */
export interface Projection {
  /** Pixels per meter. */
  readonly scale: number
  x(worldX: number): number
  y(worldZ: number): number
  worldX(x: number): number
  worldZ(y: number): number
}

const margin = 1.1

export function projection(framing: Framing, width: number, height: number): Projection {
  const [x0, z0] = framing.min
  const [x1, z1] = framing.max
  const scale = Math.min(width / (x1 - x0), height / (z1 - z0)) / margin
  const [centerX, centerZ] = [(x0 + x1) / 2, (z0 + z1) / 2]
  return {
    scale,
    x: (worldX) => width / 2 + scale * (worldX - centerX),
    y: (worldZ) => height / 2 - scale * (worldZ - centerZ),
    worldX: (x) => centerX + (x - width / 2) / scale,
    worldZ: (y) => centerZ - (y - height / 2) / scale
  }
}

/** Maps points of the world to a drawing [px]. */
export type Place = (point: Vector3) => readonly [number, number]

/** Perspective of the 3-D stage when it opens: the angles of the framing, as near as its box allows. */
export function perspective(framing: Framing, width: number, height: number): Place {
  const [w, h] = [framing.max[0] - framing.min[0], framing.max[1] - framing.min[1]]
  const [middle, heart] = [framing.min[0] + w / 2, framing.min[1] + h / 2]
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const slope = Math.tan(radians(framing.fieldOfView) / 2)
  const distance = (margin * Math.max(h / 2, (w * height) / (2 * width))) / slope
  const turn = (angle: number, a: number, b: number) => {
    const [cos, sin] = [Math.cos(radians(angle)), Math.sin(radians(angle))]
    return [cos * a + sin * b, cos * b - sin * a] as const
  }
  return ([x, y, z]) => {
    const [right, ahead] = turn(framing.azimuth, x - middle, y)
    const [up, deep] = turn(framing.elevation, z - heart, ahead)
    const scale = height / (2 * slope * (distance + deep))
    return [width / 2 + scale * right, height / 2 - scale * up]
  }
}
