import { AxesHelper, CanvasTexture, Sprite, SpriteMaterial } from 'three'
import { finiteNumber, text } from '../checks.js'
import type { MechanismView } from './mechanism-view.js'

const pixels = 64 // height of the letters

/** A text that faces the camera, `height` meters high: to be added to a body of a view. Needs a page. */
export function label(words: string, height = 0.05, color = '#5b6673'): Sprite {
  const canvas = document.createElement('canvas')
  const font = `600 ${pixels}px system-ui, sans-serif`
  const measuring = canvas.getContext('2d') as CanvasRenderingContext2D
  measuring.font = font
  canvas.width = Math.ceil(measuring.measureText(text(words, 'words')).width) + pixels / 2
  canvas.height = 1.5 * pixels
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.font = font // a canvas that changes its size resets it
  context.fillStyle = color
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(words, canvas.width / 2, canvas.height / 2)
  const material = new SpriteMaterial({ map: new CanvasTexture(canvas), depthTest: false })
  const sprite = new Sprite(material)
  const size = finiteNumber(height, 'height') / pixels
  sprite.scale.set(size * canvas.width, size * canvas.height, 1)
  sprite.renderOrder = 1
  return sprite
}

/** Axes of every body's frame, x red, y green, z blue, `size` meters long. Returns what takes them away. */
export function showFrames(view: MechanismView, size = 0.1): () => void {
  const frames = view.mechanism.bodies.map((_, body) => {
    const axes = new AxesHelper(finiteNumber(size, 'size'))
    view.body(body).add(axes)
    return axes
  })
  return () => {
    for (const axes of frames) {
      axes.removeFromParent()
      axes.dispose()
    }
  }
}
