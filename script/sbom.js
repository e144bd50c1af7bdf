// sbom.js: prints the bill of materials of the published package, CycloneDX in JSON: what npm installs
// with it, and what is compiled into linkwork.wasm, with the versions found on this machine.
//
//   node script/sbom.js > linkwork.cdx.json
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ours = 'pkg:npm/linkwork@'

/** The bill of materials of the repository at `root`, whose WebAssembly has been configured. */
export function billOfMaterials(root) {
  const { components, dependencies, ...bill } = installed(root)
  // npm names what is in workspaces by its folder.
  const self = { ...components.find(({ purl }) => purl.startsWith(ours)), name: 'linkwork' }
  const others = components.filter(({ purl }) => purl !== self.purl)
  const compiled = compiledComponents(root)
  return {
    ...bill,
    metadata: { ...bill.metadata, component: self },
    components: [...others, ...compiled],
    dependencies: dependencies
      .filter(
        ({ ref }) => ref === self['bom-ref'] || others.some((each) => each['bom-ref'] === ref)
      )
      .map(({ ref, dependsOn }) => {
        const more = ref === self['bom-ref'] ? compiled.map((each) => each['bom-ref']) : []
        return { ref, dependsOn: [...dependsOn, ...more] }
      })
  }
}

/** The packages that npm installs with ours, according to the lock. */
function installed(root) {
  const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'library']
  const omitted = ['dev', 'peer', 'optional'].flatMap((kind) => ['--omit', kind])
  const call = ['sbom', '--workspace', 'linkwork', ...options, ...omitted]
  const quiet = ['ignore', 'pipe', 'ignore']
  return JSON.parse(execFileSync('npm', call, { cwd: root, encoding: 'utf8', stdio: quiet }))
}

/** The libraries in linkwork.wasm and linkwork.mjs, with versions from their own files. */
function compiledComponents(root) {
  const cache = readFileSync(join(root, 'build/wasm/CMakeCache.txt'), 'utf8')
  const path = (name) => cache.match(new RegExp(`^${name}:\\w+=(.*)$`, 'm'))[1]
  const emscripten = path('CMAKE_TOOLCHAIN_FILE').replace(/\/cmake\/Modules\/.*/, '')
  const library = join(emscripten, 'system/lib')
  const eigen = join(path('Eigen3_DIR'), '../../../include/eigen3/Eigen/src/Core/util/Macros.h')
  const json = join(path('headers_nlohmann'), 'nlohmann/detail/abi_macros.hpp')
  const llvm = join(library, 'libcxx/include/__config')
  const numbers = /#define \w+_(?:WORLD|MAJOR|MINOR|PATCH)(?:_VERSION)?\s+(\d+)/g
  const llvmLicense = 'Apache-2.0 WITH LLVM-exception'
  return [
    ['Eigen', 'MPL-2.0', eigen, numbers],
    ['nlohmann-json', 'MIT', json, numbers],
    ['emscripten', 'MIT', join(emscripten, 'emscripten-version.txt'), /([\d.]+)/g],
    ['musl', 'MIT', join(library, 'libc/musl/VERSION'), /([\d.]+)/g],
    ['dlmalloc', 'CC0-1.0', join(library, 'dlmalloc.c'), /\* Version ([\d.]+)/g],
    ['libc++', llvmLicense, llvm, /_LIBCPP_VERSION (\d\d)/g],
    ['libc++abi', llvmLicense, llvm, /_LIBCPP_VERSION (\d\d)/g],
    ['compiler-rt', llvmLicense, llvm, /_LIBCPP_VERSION (\d\d)/g]
  ].map(([name, license, file, pattern]) => {
    const found = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, number]) => number)
    const version = found.slice(0, 3).join('.')
    return {
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      scope: 'required',
      purl: `pkg:generic/${encodeURIComponent(name)}@${version}`,
      licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }]
    }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(billOfMaterials('.'), null, 2))
}
