import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Reads files from the folder of a document; for standard input, from the working directory. */
export function fileNextTo(file: string): (name: string) => string {
  const folder = folderOf(file)
  return (name) => readFileSync(join(folder, name), 'utf8')
}

/**
 * Reads models that an SDF document includes: a file, or a folder with a model, in the folder of the
 * document or in its parent, where the models of one collection are.
 */
export function modelNextTo(file: string): (uri: string) => string {
  const folder = folderOf(file)
  return (uri) => {
    const name = uri.replace(/^(model|file):\/\//, '')
    const places = [resolve(folder, name), resolve(folder, '..', name)]
    const place = places.find((each) => existsSync(each)) ?? places[0]!
    const isFolder = existsSync(place) && statSync(place).isDirectory()
    return readFileSync(isFolder ? join(place, modelIn(place)) : place, 'utf8')
  }
}

const folderOf = (file: string) => (file === '-' ? '.' : dirname(file))

/** The last file that the folder's model.config lists, which is of the newest version. */
function modelIn(folder: string): string {
  const config = join(folder, 'model.config')
  const listed = existsSync(config) ? readFileSync(config, 'utf8') : ''
  const files = [...listed.matchAll(/<sdf\b[^>]*>([^<]+)<\/sdf>/g)].map(([, name]) => name!.trim())
  return files.at(-1) ?? 'model.sdf'
}
