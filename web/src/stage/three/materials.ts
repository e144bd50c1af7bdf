/**
 * One material for all parts. The surface of a part is a texel of two tiny textures (color; roughness
 * and metalness). So a body of many surfaces is one mesh and one draw call, and a change of theme
 * writes ten texels.
 */
import {
  type BufferGeometry,
  Color,
  DataTexture,
  Float32BufferAttribute,
  MeshStandardMaterial,
  NearestFilter,
  RGBAFormat,
  SRGBColorSpace
} from 'three'
import { finish, type Surface, surfaceNames, type Theme } from './theme.ts'

/** Paints a whole geometry with one surface: all its texture coordinates point at one texel. */
export function painted(geometry: BufferGeometry, surface: Surface): BufferGeometry {
  const u = (surfaceNames.indexOf(surface) + 0.5) / surfaceNames.length
  const count = geometry.getAttribute('position').count
  const uv = new Float32Array(2 * count)
  for (let i = 0; i < count; i++) {
    uv[2 * i] = u
    uv[2 * i + 1] = 0.5
  }
  geometry.setAttribute('uv', new Float32BufferAttribute(uv, 2))
  return geometry
}

function texture(): DataTexture {
  const data = new Uint8Array(4 * surfaceNames.length).fill(255)
  const made = new DataTexture(data, surfaceNames.length, 1, RGBAFormat)
  made.magFilter = NearestFilter
  made.minFilter = NearestFilter
  return made
}

export class Palette {
  readonly material: MeshStandardMaterial
  private readonly colors = texture()
  private readonly finishes = texture()
  private readonly color = new Color()

  constructor() {
    this.colors.colorSpace = SRGBColorSpace
    const data = this.finishes.image.data as Uint8Array
    for (const [i, name] of surfaceNames.entries()) {
      const [roughness, metalness] = finish[name]
      data[4 * i + 1] = Math.round(255 * roughness)
      data[4 * i + 2] = Math.round(255 * metalness)
    }
    this.finishes.needsUpdate = true
    this.material = new MeshStandardMaterial({
      map: this.colors,
      roughnessMap: this.finishes,
      metalnessMap: this.finishes,
      roughness: 1,
      metalness: 1
    })
  }

  setTheme(theme: Theme): void {
    const data = this.colors.image.data as Uint8Array
    for (const [i, name] of surfaceNames.entries()) {
      const hex = this.color.set(theme.surfaces[name]).getHex()
      data[4 * i] = hex >> 16
      data[4 * i + 1] = (hex >> 8) & 255
      data[4 * i + 2] = hex & 255
    }
    this.colors.needsUpdate = true
  }

  dispose(): void {
    this.material.dispose()
    this.colors.dispose()
    this.finishes.dispose()
  }
}
