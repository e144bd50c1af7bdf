import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Files of the folder `public`. */
const publicFiles = ['favicon.svg', 'linkwork.webmanifest']

/**
 * Writes service-worker.js with the names of all that was built. By hand, since the list and forty
 * lines are all that is needed.
 */
export const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = [
      './',
      ...publicFiles,
      ...Object.keys(bundle).filter((file) => !file.endsWith('.map'))
    ]
    const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
    const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
    const source = template
      .replace('FILES', JSON.stringify(files))
      .replace('VERSION', `self.registration.scope + '${version}'`)
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
  }
}
