import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Names of the files in a folder of this one, without `.gz`; an error unless there are `count`. */
export function filesOf(folder: string, count: number): string[] {
  const names = readdirSync(new URL(folder, import.meta.url)).filter((name) => name.endsWith('.gz'))
  if (names.length !== count) {
    throw new Error(`tests/data/${folder}: expected ${count} files, found ${names.length}`)
  }
  return names.map((name) => name.slice(0, -'.gz'.length)).sort()
}

/** The text of a file, named without `.gz`. */
export const readText = (file: string): string =>
  gunzipSync(readFileSync(new URL(`${file}.gz`, import.meta.url))).toString()
