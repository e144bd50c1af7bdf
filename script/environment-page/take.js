import { PMREMGenerator, WebGLRenderer } from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'

/** The finest level that is taken: what is smoother than any surface of the stage is left out. */
const finest = 32
const blur = 0.04

const renderer = new WebGLRenderer()
const { texture, width } = new PMREMGenerator(renderer).fromScene(new RoomEnvironment(), blur)
const gl = renderer.getContext()
gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())

/** A face of the cube as half floats, its rows turned: cubes that are read from files are left-handed. */
function face(level, size, side) {
  const cube = renderer.properties.get(texture).__webglTexture
  const target = gl.TEXTURE_CUBE_MAP_POSITIVE_X + side
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, target, cube, level)
  const pixels = new Uint16Array(4 * size * size)
  gl.readPixels(0, 0, size, size, gl.RGBA, gl.HALF_FLOAT, pixels)
  const texel = (i) => {
    const [red, green, blue] = pixels.subarray(4 * i)
    if (red !== green || red !== blue) throw new Error('The light of the room has a color.')
    return red
  }
  return Array.from({ length: size * size }, (_, i) =>
    texel(i - (i % size) + size - 1 - (i % size))
  )
}

const levels = texture.mipmaps.map((_, level) => [level, width >> level])
globalThis.taken = levels
  .filter(([, size]) => size <= finest)
  .flatMap(([level, size]) => [1, 0, 2, 3, 4, 5].flatMap((side) => face(level, size, side)))
