// dependencies.js: prints what is wrong with what the repository takes from others, and fails if
// anything is. Needs no network; `audit.js` queries the registry for known vulnerabilities.
//
// Every package of package-lock.json comes from the npm registry with its hash, and runs no script
// when it is installed. The published package depends on named packages alone and runs no script either.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const registry = 'https://registry.npmjs.org/'

/** Packages that run a script when they are installed, each with the reason why they may. */
const mayRunScripts = {
  'msgpackr-extract': 'a faster reader for BullMQ, of our tests alone, which does without'
}

/** Packages without a hash: binaries for other platforms, which npm never fetches where we lock. */
const mayLackHash = /^@biomejs\/cli-/

/** The dependencies of the published package, each with its purpose. */
const published = {
  'fast-xml-parser': 'reads URDF',
  comlink: 'calls functions of workers',
  '@uwdata/flechette': 'writes results of sweeps as Apache Arrow',
  workerpool: 'threads of sweeps'
}
/** Peer dependencies. */
const peers = {
  three: 'draws mechanisms',
  bullmq: 'queue of sweeps over several machines',
  ioredis: 'its way to Redis'
}

const installScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']

/** Every sentence that says what is wrong in the repository at `root`; none if all is well. */
export function findings(root) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  return [
    ...lockFindings(read('package-lock.json')),
    ...packageFindings(read('wasm_bindings/package.json'))
  ]
}

function lockFindings({ packages }) {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .flatMap(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const { resolved = 'nowhere', integrity = '', hasInstallScript, optional } = entry
      const needsHash = !(optional && mayLackHash.test(name))
      return [
        !resolved.startsWith(registry) && `${path}: comes from ${resolved}, not from ${registry}`,
        !integrity.startsWith('sha512-') && needsHash && `${path}: has no SHA-512 hash`,
        hasInstallScript &&
          !(name in mayRunScripts) &&
          `${path}: runs a script when it is installed`
      ].filter(Boolean)
    })
}

function packageFindings(manifest) {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const { scripts = {}, publishConfig = {} } = manifest
  const unlisted = [
    ...Object.keys(dependencies).filter((name) => !(name in published)),
    ...Object.keys(peerDependencies).filter((name) => !(name in peers))
  ]
  return [
    ...unlisted.map((name) => `the package depends on ${name}: give the reason in dependencies.js`),
    ...Object.keys(peers)
      .filter((name) => !peerDependenciesMeta[name]?.optional)
      .map((name) => `the package needs ${name}: peers are optional`),
    ...Object.keys(manifest.optionalDependencies ?? {}).map(
      (name) => `the package depends on ${name}, at times: it may not`
    ),
    ...installScripts
      .filter((name) => name in scripts)
      .map((name) => `the package runs a script when it is installed: ${name}`),
    ...(publishConfig.provenance === true ? [] : ['the package is published without provenance'])
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sentences = findings('.')
  for (const sentence of sentences) console.log(sentence)
  if (sentences.length > 0) process.exitCode = 1
}
