// thumbnails.js: takes the gallery's thumbnails from what the stage of the built page draws
// (script/thumbnails). Arguments limit it to these entries.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGalleryPage } from './gallery-page.js'

const folder = 'web/src/ui/panels/thumbnails'
/** Two and a half pixels for each of the gallery's. */
const size = { width: 160, height: 120 }
const quality = 0.75
/**
 * How an entry looks most like itself: `time` [s] where that is not at its start, `part` of what is drawn
 * where rods and supports would make it small (left, top, right, bottom; the whole is 0, 0, 1, 1).
 */
const views = {
  chain: { time: 1.2, part: [0, 0.55, 0.75, 1] },
  'cart-pendulum': { part: [0, 0, 1, 0.5] },
  tree: { part: [0, 0.3, 1, 1] },
  arm: { part: [0, 0.35, 1, 1] },
  leg: { part: [0, 0.12, 1, 1] },
  'differential-leg': { part: [0, 0.15, 1, 1] },
  'geared-chain': { time: 1.2, part: [0, 0.2, 1, 1] },
  'belt-chain': { time: 1.2, part: [0, 0.2, 1, 1] },
  'torus-chain': { part: [0, 0.5, 1, 1] },
  'rail-torus-chain': { time: 1.2, part: [0, 0, 1, 0.85] },
  windmill: { part: [0, 0.2, 1, 1] },
  'draped-chain': { time: 1.2, part: [0, 0, 1, 0.62] },
  'closed-ring': { part: [0, 0, 1, 0.72] },
  'mini-cheetah': { part: [0, 0.45, 1, 1] },
  minitaur: { part: [0, 0.5, 1, 1] },
  'mit-humanoid': { part: [0, 0.1, 1, 1] },
  tello: { part: [0, 0.12, 1, 1] },
  acrobot: { time: 0.9, part: [0, 0, 1, 0.8], settings: '&motors=off' },
  'leg-field': { part: [0, 0.42, 1, 1], settings: '&copies=10' },
  'four-bar-field': { settings: '&copies=10' }
}

const gallery = await openGalleryPage({ width: 1200, height: 900 })
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !gallery.entries.includes(name))
if (unknown) throw new Error(`There is no entry "${unknown}" (${gallery.entries.join(', ')}).`)
mkdirSync(folder, { recursive: true })
for (const entry of wanted.length > 0 ? wanted : gallery.entries) {
  const { time = 0, part = [0, 0, 1, 1], settings = '' } = views[entry] ?? {}
  await gallery.show(entry, time, `&show=cutaway${settings}`)
  for (const theme of ['dark', 'light']) {
    await gallery.setTheme(theme)
    const text = await gallery.page.evaluate(thumbnail, { ...size, quality, part })
    const file = join(folder, `${entry}.${theme}.webp`)
    const bytes = Buffer.from(text, 'base64')
    writeFileSync(file, bytes)
    console.log(`${file}: ${(bytes.length / 1000).toFixed(1)} kB`)
  }
}
await gallery.close()

/**
 * Runs in the page: what the stage draws in its next frame, without the color behind it, cut to what is
 * drawn and scaled. A WebP as base64.
 */
async function thumbnail({ width, height, quality, part }) {
  await new Promise(requestAnimationFrame)
  const stage = document.querySelector('.stage-canvas')
  const whole = new OffscreenCanvas(stage.width, stage.height)
  const context = whole.getContext('2d', { willReadFrequently: true })
  context.drawImage(stage, 0, 0)
  const image = context.getImageData(0, 0, whole.width, whole.height)
  const { data } = image
  const behind = data.slice(0, 3)
  let [left, top, right, bottom] = [whole.width, whole.height, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const isBehind = behind.every((value, channel) => Math.abs(data[at + channel] - value) < 3)
    if (isBehind) {
      data[at + 3] = 0
      continue
    }
    const [x, y] = [(at / 4) % whole.width, Math.floor(at / 4 / whole.width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  context.putImageData(image, 0, 0)
  const [wide, high] = [right - left, bottom - top]
  ;[left, right] = [left + part[0] * wide, left + part[2] * wide]
  ;[top, bottom] = [top + part[1] * high, top + part[3] * high]
  const scale = 0.98 * Math.min(width / (right - left), height / (bottom - top))
  const cut = new OffscreenCanvas(width, height)
  const drawing = cut.getContext('2d')
  drawing.imageSmoothingQuality = 'high'
  drawing.translate(width / 2, height / 2)
  drawing.scale(scale, scale)
  drawing.drawImage(whole, -(left + right) / 2, -(top + bottom) / 2)
  const blob = await cut.convertToBlob({ type: 'image/webp', quality })
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
}
