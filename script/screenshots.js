// screenshots.js: a picture of the built page with every entry of its gallery, in both themes
// (script/screenshots). Arguments: the folder, then entries that it is limited to.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openGalleryPage } from './gallery-page.js'

/** When the entries are looked at: in motion, with traces and ghosts [s]. */
const moment = 1.5

const [folder = 'build/screenshots', ...options] = process.argv.slice(2)
const isPhone = options.includes('--phone')
const wanted = options.filter((option) => option !== '--phone')
const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
const gallery = await openGalleryPage(viewport)
mkdirSync(folder, { recursive: true })
for (const entry of wanted.length > 0 ? wanted : gallery.entries) {
  await gallery.show(entry, moment)
  for (const theme of ['dark', 'light']) {
    await gallery.setTheme(theme)
    const path = join(folder, `${entry}.${theme}${isPhone ? '.phone' : ''}.png`)
    await gallery.screenshot(path)
    console.log(path)
  }
}
await gallery.close()
