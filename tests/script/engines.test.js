import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import semver from 'semver'

const linux = { os: 'linux', cpu: 'x64' }

/** The packages that npm installs on a platform: it leaves out optional ones for other platforms. */
function installedPackages({ packages }, platform) {
  const installed = new Set()
  const add = (path) => {
    const { link, resolved, os, cpu, optional } = packages[path]
    if (link) return add(resolved)
    if (optional && !(allows(os, platform.os) && allows(cpu, platform.cpu))) return
    if (installed.has(path)) return
    installed.add(path)
    for (const name of dependenciesOf(packages[path])) {
      const found = resolve(packages, path, name)
      if (found !== undefined) add(found)
    }
  }
  for (const path of Object.keys(packages)) if (!path.includes('node_modules/')) add(path)
  return [...installed]
}

const allows = (list, value) =>
  !list || (list.some((each) => each === value || each[0] === '!') && !list.includes(`!${value}`))

const dependenciesOf = (entry) =>
  [
    entry.dependencies,
    entry.devDependencies,
    entry.optionalDependencies,
    entry.peerDependencies
  ].flatMap((each) => Object.keys(each ?? {}))

/** The path of a dependency: the nearest node_modules folder that has it. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]+$/, '')) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

/** One sentence for each installed package whose `engines.node` excludes a version. */
function exclusions(lock, versions, platform = linux) {
  return installedPackages(lock, platform).flatMap((path) => {
    const { engines, version } = lock.packages[path]
    return versions
      .filter((each) => engines?.node && !semver.satisfies(each, engines.node))
      .map((each) => `${path}@${version}: requires Node ${engines.node}, which excludes ${each}`)
  })
}

/** The oldest version of every range that an `engines.node` allows. */
const oldestVersions = (range) =>
  range.split('||').map((each) => semver.minVersion(each.trim()).version)

const lockOf = (packages) => ({
  packages: {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { version: '1.0.0' },
    ...packages
  }
})
const newest = { version: '2.0.0', engines: { node: '>=22.12.0' } }

test('a package that excludes a version is reported, at any depth', () => {
  const sentence = (path) => [`${path}@2.0.0: requires Node >=22.12.0, which excludes 20.19.0`]
  const direct = lockOf({ 'node_modules/a': newest })
  assert.deepEqual(exclusions(direct, ['20.19.0', '22.12.0']), sentence('node_modules/a'))
  const nested = lockOf({
    'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': newest,
    'node_modules/b': { version: '1.0.0' }
  })
  assert.deepEqual(exclusions(nested, ['20.19.0']), sentence('node_modules/a/node_modules/b'))
  const workspace = lockOf({
    docs: { dependencies: { b: '2' } },
    'node_modules/b': newest
  })
  assert.deepEqual(exclusions(workspace, ['20.19.0']), sentence('node_modules/b'))
})

test('an optional package for another platform is left out, with its dependencies', () => {
  const lock = lockOf({
    'node_modules/a': { version: '1.0.0', optionalDependencies: { wasm: '2' } },
    'node_modules/wasm': { optional: true, cpu: ['wasm32'], dependencies: { runtime: '2' } },
    'node_modules/runtime': { ...newest, optional: true }
  })
  assert.deepEqual(exclusions(lock, ['20.19.0']), [])
  assert.equal(exclusions(lock, ['20.19.0'], { os: 'linux', cpu: 'wasm32' }).length, 1)
})

test('every installed package accepts the oldest supported versions of Node', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const versions = [...oldestVersions(engines.node), '24.0.0']
  assert.deepEqual(versions, ['20.19.0', '22.12.0', '24.0.0'])
  for (const cpu of ['x64', 'arm64'])
    assert.deepEqual(exclusions(lock, versions, { os: 'linux', cpu }), [])
})
