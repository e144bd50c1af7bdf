import type { Framing } from '../stage-contract.ts'

/** Parallel projection of the world's x–z plane onto a drawing. */
export interface Projection {
  /** Pixels per metre. */
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
  const [centreX, centreZ] = [(x0 + x1) / 2, (z0 + z1) / 2]
  return {
    scale,
    x: (worldX) => width / 2 + scale * (worldX - centreX),
    y: (worldZ) => height / 2 - scale * (worldZ - centreZ),
    worldX: (x) => centreX + (x - width / 2) / scale,
    worldZ: (y) => centreZ - (y - height / 2) / scale
  }
}
