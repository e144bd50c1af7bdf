/**
 * The floor: a pool of light that ends before the horizon, a grid that fades with it, and a surface
 * that only shows shadow.
 */
import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  ShadowMaterial,
  type Vector3
} from 'three'
import type { Framing } from '../../model/stage.ts'
import type { Theme } from './theme.ts'

type Grid = Framing['grid']

/** Holds the ruling back: it is felt more than seen. */
const gridOpacity = 0.42

/** Pool of light: alpha = cos²(π r / 2G). */
function poolGeometry(G: number): BufferGeometry {
  const geometry = new RingGeometry(0, G, 72, 24).rotateX(-Math.PI / 2)
  const position = geometry.getAttribute('position')
  const colors = new Float32Array(4 * position.count).fill(1)
  for (let i = 0; i < position.count; i++) {
    const r = Math.hypot(position.getX(i), position.getZ(i))
    colors[4 * i + 3] = Math.cos((Math.PI * Math.min(r, G)) / (2 * G)) ** 2
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 4))
  return geometry
}

/** Lines `step` apart that fade as (1 - r/G)^1.1, leaving out every `skip`-th (0: none). */
function gridGeometry(G: number, step: number, skip: number): BufferGeometry {
  const points: number[] = []
  const alphas: number[] = []
  const lines = Math.floor(G / step)
  const pieces = 24
  for (let line = -lines; line <= lines; line++) {
    if (skip > 0 && line % skip === 0) continue
    const offset = line * step
    const half = Math.sqrt(Math.max(0, G * G - offset * offset))
    for (let piece = 0; piece < pieces; piece++) {
      for (const end of [piece, piece + 1]) {
        const along = half * ((2 * end) / pieces - 1)
        const alpha = Math.max(0, 1 - Math.hypot(along, offset) / G) ** 1.1
        points.push(along, 0, offset)
        alphas.push(1, 1, 1, alpha)
      }
    }
  }
  const turned = points.map((_, i) => points[i - (i % 3) + (2 - (i % 3))] as number)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute([...points, ...turned], 3))
  geometry.setAttribute('color', new Float32BufferAttribute([...alphas, ...alphas], 4))
  return geometry
}

export class Ground {
  readonly group = new Group()
  private readonly pool = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      fog: false,
      toneMapped: false
    })
  )
  private readonly shade = new Mesh(
    new BufferGeometry(),
    new ShadowMaterial({
      color: '#000000',
      depthWrite: false,
      fog: false
    })
  )
  private readonly grids = [0, 1].map(
    () =>
      new LineSegments(
        new BufferGeometry(),
        new LineBasicMaterial({
          vertexColors: true,
          transparent: true,
          opacity: gridOpacity,
          depthWrite: false,
          fog: false,
          toneMapped: false
        })
      )
  )
  private grid: Grid | null = null
  private home = 0

  constructor() {
    this.shade.receiveShadow = true
    const layers = [this.pool, ...this.grids, this.shade]
    for (const [order, layer] of layers.entries()) {
      layer.renderOrder = order - 10
      this.group.add(layer)
    }
  }

  /** Lays the floor at height `y`, its pool centered below `x`. */
  lay(grid: Grid, x: number, y: number): void {
    this.home = x
    this.group.position.set(x, y, 0)
    const same = this.grid
    if (
      same &&
      same.radius === grid.radius &&
      same.minor === grid.minor &&
      same.major === grid.major
    ) {
      return
    }
    this.grid = grid
    for (const layer of [this.pool, this.shade, ...this.grids]) layer.geometry.dispose()
    this.pool.geometry = poolGeometry(grid.radius)
    this.shade.geometry = new CircleGeometry(grid.radius, 48).rotateX(-Math.PI / 2)
    const ratio = Math.round(grid.major / grid.minor)
    const [minor, major] = this.grids
    if (minor) minor.geometry = gridGeometry(grid.radius, grid.minor, ratio)
    if (major) major.geometry = gridGeometry(grid.radius, grid.major, 0)
  }

  /** Moves by whole squares, which makes the grid look fixed. */
  follow({ x, z }: Vector3): void {
    const square = this.grid?.major ?? 1
    this.group.position.x = this.home + square * Math.round(x / square)
    this.group.position.z = square * Math.round(z / square)
  }

  setTheme(theme: Theme): void {
    this.pool.material.color = new Color(theme.pool)
    this.shade.material.opacity = theme.shadow
    this.grids[0]?.material.color.set(theme.gridMinor)
    this.grids[1]?.material.color.set(theme.gridMajor)
  }

  show(grid: boolean, shadows: boolean): void {
    for (const lines of this.grids) lines.visible = grid
    this.pool.visible = grid || shadows
    this.shade.visible = shadows
  }

  dispose(): void {
    for (const layer of [this.pool, this.shade, ...this.grids]) {
      layer.geometry.dispose()
      layer.material.dispose()
    }
  }
}
