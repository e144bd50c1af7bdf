import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MechanismError } from '../errors.js'
import type { Spec } from './spec.js'
import type { Sweep } from './sweep.js'

/** The sweep of a folder's parts. */
interface Manifest {
  readonly linkwork: string
  readonly sweep: string
  readonly seed: number
  readonly runs: number
  readonly runsPerPart: number
  readonly parts: number
  readonly spec: Spec
}

/** The results of a sweep on disk. A part is there whole or not at all, whenever its writer is killed. */
export class SweepFolder {
  readonly path: string
  readonly sweep: Sweep

  private constructor(path: string, sweep: Sweep) {
    this.path = path
    this.sweep = sweep
  }

  /** The folder, made where there is none; MechanismError if it holds another sweep. */
  static async open(path: string, sweep: Sweep): Promise<SweepFolder> {
    const found = await readManifest(path)
    if (found !== undefined && found.sweep !== sweep.id) {
      const { linkwork, seed } = found
      throw new MechanismError(
        linkwork === sweep.version
          ? `${path}: holds another sweep, with seed ${seed}, or the spec has changed since; give ` +
              'another folder with --out'
          : `${path}: holds a sweep by linkwork ${linkwork}; this is ${sweep.version}`
      )
    }
    const folder = new SweepFolder(path, sweep)
    await mkdir(join(path, 'parts'), { recursive: true })
    const { version, id, spec, runs, runsPerPart, parts } = sweep
    const manifest: Manifest = {
      linkwork: version,
      sweep: id,
      seed: spec.seed,
      runs,
      runsPerPart,
      parts,
      spec
    }
    if (found === undefined)
      await writeWhole(join(path, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    return folder
  }

  /** Numbers of the parts that are not there. */
  async missing(): Promise<number[]> {
    const there = new Set(await readdir(join(this.path, 'parts')))
    const all = Array.from({ length: this.sweep.parts }, (_, part) => part)
    return all.filter((part) => !there.has(basename(this.file(part))))
  }

  file(part: number): string {
    return join(this.path, 'parts', `${String(part).padStart(6, '0')}.arrow`)
  }

  read(part: number): Promise<Uint8Array> {
    return readFile(this.file(part))
  }

  write(part: number, bytes: Uint8Array): Promise<void> {
    return writeWhole(this.file(part), bytes)
  }

  /** Takes away what writers left that were killed. */
  async clean(): Promise<void> {
    for (const folder of [this.path, join(this.path, 'parts')])
      for (const name of await readdir(folder))
        if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true })
  }
}

/** The manifest of a folder; undefined if it has none. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  const file = join(path, 'manifest.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new MechanismError(`cannot read ${file}: ${error.message}`)
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Manifest
  } catch (error) {
    throw new MechanismError(`${file}: not JSON: ${(error as Error).message}`)
  }
}

const unfinished = '.tmp'

/** Writes a file that is there whole or, if we are killed or the power fails, not at all. */
export async function writeWhole(file: string, data: string | Uint8Array | AsyncIterable<string>) {
  const temporary = `${file}.${randomUUID()}${unfinished}`
  await writeFile(temporary, data, { flush: true })
  await rename(temporary, file)
}
