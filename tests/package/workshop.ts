import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { drawingSettings } from '../../script/chromium.js'

/** The top of the repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A folder outside the repository in which projects of users are set up. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'linkwork-package-'))
  readonly tarball: string

  constructor() {
    this.run('npm', ['pack', '--pack-destination', this.folder], `${repository}/wasm_bindings`)
    const name = readdirSync(this.folder).find((file) => file.endsWith('.tgz'))
    if (name === undefined) throw new Error('npm pack left no tarball')
    this.tarball = join(this.folder, name)
  }

  /** Copies an example and installs what it needs. */
  project(example: string): string {
    const folder = join(this.folder, example)
    cpSync(join(repository, 'examples', example), folder, {
      recursive: true,
      filter: (path) => !/node_modules|dist/.test(path.slice(repository.length))
    })
    this.install(folder)
    return folder
  }

  /** Installs the packed package, and what else the project needs, in it. */
  install(folder: string): void {
    const options = ['--no-audit', '--no-fund', '--prefer-offline']
    this.run('npm', ['install', ...options, this.tarball], folder)
  }

  /** Runs a program to its end and returns what it printed; fails with all that it said. */
  run(program: string, args: readonly string[], folder: string): string {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)
    return stdout
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A server that prints its address when it is ready. */
export class Server {
  readonly #process: ChildProcess
  readonly address: Promise<string>

  /** Runs a script of a project's own dependencies in Node. */
  constructor(folder: string, script: string, args: readonly string[]) {
    const child = spawn(process.execPath, [join('node_modules', script), ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' }
    })
    this.#process = child
    this.address = new Promise((resolve, reject) => {
      let said = ''
      const listen = (text: Buffer) => {
        said += text
        const address = /(https?:\/\/[\w.]+:\d+)[\s/]/.exec(said)?.[1]
        if (address) resolve(`${address}/`)
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      child.on('exit', () => reject(new Error(`the server stopped: ${said}`)))
    })
  }

  stop(): void {
    this.#process.kill()
  }
}

/** The system's Chromium, drawing WebGL in software. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(drawingSettings)
}
