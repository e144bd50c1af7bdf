import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The output of script/site: the page, and the documentation next to it. */
export const site = fileURLToPath(new URL('../../build/site', import.meta.url))
export const folder = join(site, 'docs')

/** All files of the site, by their address seen from its top. */
export const files: ReadonlySet<string> = new Set(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
)

export const readPage = (page: string): string => readFileSync(join(folder, page), 'utf8')

/** The target of a link: a file of the site and a place in it; none if it is elsewhere. */
export function targetOf(page: string, link: string): { file: string; place: string } | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [path = '', place = ''] = link.replaceAll('&amp;', '&').split('#')
  const plain = decodeURI(path.split('?')[0] ?? '')
  const file = plain === '' ? page : posix.normalize(posix.join(posix.dirname(page), plain))
  const isFolder = file.endsWith('/') || file === '.'
  return {
    file: isFolder ? posix.join(file, 'index.html') : file,
    place: decodeURIComponent(place)
  }
}
