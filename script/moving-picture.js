// moving-picture.js: the moving picture in the README, from screenshots of the built page's stage at equal
// simulated times (script/moving-picture). Arguments: the WebP file, the folder for its frames.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openGalleryPage } from './gallery-page.js'

const viewport = { width: 800, height: 500 }
const theme = 'dark'
/**
 * Entries of the gallery, and the WebP quality of their frames. The stage follows the robot: every frame
 * contains the whole floor again.
 */
const scenes = [
  { entry: 'leg', quality: 45 },
  { entry: 'four-bar', quality: 45 },
  { entry: 'mini-cheetah-walk', quality: 35 }
]
/** Quality of the first frame of a scene. Most of its background remains until the next scene. */
const backgroundQuality = 90
/** Without ghosts, which make the file larger. */
const settings = '&show=traces,cutaway,grid,shadows'
/** Simulated time before a scene: traces reach their full length [ms]. */
const leadTime = 2000
/** Simulated time between two frames [ms]. */
const frameTime = 50
const sceneFrames = 48

const [output = 'docs/linkwork.webp', folder = 'build/moving-picture'] = process.argv.slice(2)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const gallery = await openGalleryPage(viewport)
await gallery.setTheme(theme)
const frames = []
for (const { entry, quality } of scenes) {
  await gallery.show(entry, 0, settings)
  await gallery.page.evaluate(showStageAlone)
  await gallery.advance(leadTime)
  for (let frame = 0; frame < sceneFrames; frame++) {
    await gallery.advance(frameTime)
    const path = join(folder, `${entry}.${String(frame).padStart(3, '0')}.png`)
    await gallery.screenshot(path)
    frames.push('-q', String(frame === 0 ? backgroundQuality : quality), path)
  }
}
await gallery.close()

const options = ['-loop', '0', '-min_size', '-lossy', '-m', '6', '-d', String(frameTime)]
execFileSync('img2webp', [...options, ...frames, '-o', output], { stdio: 'pipe' })
console.log(`${output}: ${(statSync(output).size / 1000).toFixed(0)} kB`)

/** Runs in the page: shows the stage and its title without panels, as the screensaver does. */
function showStageAlone() {
  document.documentElement.dataset.screensaver = 'on'
  document.querySelector('.screensaver-hint').hidden = true
}
