/**
 * The light of the room around the stage: three's RoomEnvironment, filtered for rough surfaces by three
 * too. `script/environment` takes it into a file, as to make it costs a WebGL in software several seconds.
 */
import {
  CompressedCubeTexture,
  type CompressedTexture,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RGBAFormat
} from 'three'
import file from './room.bin?url&inline'

/** Sides of the cube's levels [texels]: the rougher a surface, the coarser the one that it mirrors. */
const sizes = [256, 128, 64, 32, 16, 8]
/** The finest in the file; finer ones, for smoother surfaces than the stage has, are drawn from it. */
const finest = 32
const sides = 6
/** 1 as a half float. */
const opaque = 0x3c00

export function roomLight(): CompressedCubeTexture {
  const halves = new Uint16Array(bytesOf(file).buffer)
  const faces: Uint16Array[][] = Array.from({ length: sides }, () => [])
  let at = 0
  for (const size of sizes.filter((size) => size <= finest))
    for (const levels of faces) {
      levels.push(halves.subarray(at, at + size * size))
      at += size * size
    }
  for (const levels of faces)
    for (let size = finest; size < (sizes[0] as number); size *= 2)
      levels.unshift(doubled(levels[0] as Uint16Array, size))
  const images = faces.map((levels) => ({
    width: sizes[0] as number,
    height: sizes[0] as number,
    mipmaps: levels.map((gray, i) => ({ data: painted(gray), width: sizes[i], height: sizes[i] }))
  }))
  const light = new CompressedCubeTexture(
    images as unknown as CompressedTexture[],
    RGBAFormat as never,
    HalfFloatType
  )
  light.minFilter = LinearMipmapLinearFilter
  light.magFilter = LinearFilter
  light.colorSpace = LinearSRGBColorSpace
  light.isPMREMTexture = true
  light.needsUpdate = true
  return light
}

function bytesOf(address: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (byte) =>
    byte.charCodeAt(0)
  )
}

/** A face twice as large. Bits of positive half floats are a scale too: between two lies what is between. */
function doubled(small: Uint16Array, size: number): Uint16Array {
  const large = new Uint16Array(4 * size * size)
  const inside = (i: number) => Math.min(size - 1, Math.max(0, i))
  for (let y = 0; y < 2 * size; y++) {
    const [near, far] = [size * (y >> 1), size * inside((y >> 1) + (y % 2 ? 1 : -1))]
    for (let x = 0; x < 2 * size; x++) {
      const [i, j] = [x >> 1, inside((x >> 1) + (x % 2 ? 1 : -1))]
      const [a, b] = [small[near + i] as number, small[near + j] as number]
      const [c, d] = [small[far + i] as number, small[far + j] as number]
      large[2 * size * y + x] = (9 * a + 3 * b + 3 * c + d) / 16
    }
  }
  return large
}

/** The light has no color. */
function painted(gray: Uint16Array): Uint16Array {
  const texels = new Uint16Array(4 * gray.length).fill(opaque)
  for (let i = 0; i < gray.length; i++) texels.fill(gray[i] as number, 4 * i, 4 * i + 3)
  return texels
}
