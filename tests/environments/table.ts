/** Environments of users of the package: a folder each, over the files of `shared`. */
export interface Environment {
  /** Also that of its folder. */
  readonly name: string
  /** Needs nothing that the repository does not install. */
  readonly isLight?: boolean
  /** Its bundler includes the workers of `linkwork/worker`: the files of `with-workers` too. */
  readonly hasWorkers?: boolean
  /** Its script `start` prints the numbers. */
  readonly isProgram?: boolean
  /** Its page is what lies in this folder, when its script `build` has run. */
  readonly page?: string
  /** Its pages come from these servers: scripts of its dependencies, with their arguments. */
  readonly servers?: readonly (readonly [script: string, ...args: string[]])[]
  /** The key of the numbers in `document.body.dataset`. */
  readonly places?: readonly string[]
}

const bundled = { page: 'dist', places: ['numbers'] }
const withWorkers = { page: 'dist', places: ['numbers', 'workers'], hasWorkers: true }
const vite = { ...withWorkers, servers: [['vite/bin/vite.js', '--port', '0']] as const }
const unbundled = { page: '.', places: ['numbers'], isLight: true }
const program = { isProgram: true }

export const environments: readonly Environment[] = [
  { name: 'vite-8', isLight: true, ...vite },
  { name: 'vite-7', ...vite },
  { name: 'webpack-5', ...withWorkers },
  { name: 'parcel-2', ...withWorkers },
  { name: 'esbuild', ...bundled, ...program },
  { name: 'rollup-4', ...bundled },
  {
    name: 'next-16',
    servers: [['next/dist/bin/next', 'start', '--port', '0']],
    places: ['server', 'route', 'client', 'workers']
  },
  { name: 'import-map', ...unbundled },
  { name: 'module-script', ...unbundled },
  { name: 'worker', ...unbundled },
  { name: 'shared-worker', ...unbundled },
  { name: 'worker-threads', isLight: true, ...program },
  { name: 'common-js', isLight: true, ...program },
  { name: 'bun', ...program },
  { name: 'deno', ...program }
]
