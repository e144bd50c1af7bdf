/** Where strangers use the package: a folder each, over the files of `shared`. */
export interface Environment {
  /** Also that of its folder. */
  readonly name: string
  /** Needs nothing that the repository does not install. */
  readonly isLight?: boolean
  /** Its script `start` prints the numbers. */
  readonly isProgram?: boolean
  /** Its page is what lies in this folder, when its script `build` has run. */
  readonly page?: string
  /** Its pages come from these servers: scripts of its dependencies, with their arguments. */
  readonly servers?: readonly (readonly [script: string, ...args: string[]])[]
  /** Where its page leaves the numbers, in `document.body.dataset`. Default: `numbers`. */
  readonly places?: readonly string[]
}

const vite = 'vite/bin/vite.js'

export const environments: readonly Environment[] = [
  { name: 'vite-8', isLight: true, page: 'dist', servers: [[vite, '--port', '0']] },
  { name: 'vite-7', page: 'dist', servers: [[vite, '--port', '0']] },
  { name: 'webpack-5', page: 'dist' },
  { name: 'parcel-2', page: 'dist' },
  { name: 'esbuild', page: 'dist', isProgram: true },
  { name: 'rollup-4', page: 'dist' },
  {
    name: 'next-16',
    servers: [['next/dist/bin/next', 'start', '--port', '0']],
    places: ['server', 'client', 'route']
  },
  { name: 'import-map', isLight: true, page: '.' },
  { name: 'module-script', isLight: true, page: '.' },
  { name: 'worker', isLight: true, page: '.' },
  { name: 'shared-worker', isLight: true, page: '.' },
  { name: 'worker-threads', isLight: true, isProgram: true },
  { name: 'common-js', isLight: true, isProgram: true },
  { name: 'bun', isProgram: true },
  { name: 'deno', isProgram: true }
]
