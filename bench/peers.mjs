// Runs the measurements of bench/peers, keeps their numbers in bench/results, prints tables and draws
// figures of them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { folder as results } from './paper.mjs'
import { measureInChromium } from './peers-wasm/chromium.mjs'
import { measureInNode } from './peers-wasm/node.mjs'
import { drawPictures } from './peers-wasm/pictures.mjs'
import { printEngines, printNative } from './peers-wasm/tables.mjs'

const isQuick = process.argv.includes('--quick')
const folder = isQuick ? 'build/peers' : results
const files = { engines: `${folder}/peers.json`, native: `${folder}/peers-native.json` }
const report = (message) => console.error(message)

/** Four digits are more than a clock has. */
function keep(file, result) {
  const text = JSON.stringify(result, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value
  )
  writeFileSync(file, `${text}\n`)
  if (!isQuick) execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'ignore' })
}

async function measureEngines() {
  const node = await measureInNode({ report, isQuick })
  const chromium = await measureInChromium({ report, isQuick })
  return { processor: cpus()[0].model, hosts: [node, chromium] }
}

function measureNative() {
  const built = 'build/native/bench'
  const objects = ['liblinkwork_peer.so', 'libpinocchio_peer.so'].map((name) => `${built}/${name}`)
  const output = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
  const options = isQuick ? ['--quick', ...objects] : objects
  return JSON.parse(execFileSync(`${built}/linkwork_peers`, options, output))
}

mkdirSync(folder, { recursive: true })
const mustMeasure = !process.argv.includes('--print')
const isNative = process.argv.includes('--native')
if (mustMeasure) {
  if (isNative) keep(files.native, measureNative())
  else keep(files.engines, await measureEngines())
}
if (isNative) printNative(JSON.parse(readFileSync(files.native, 'utf8')))
else {
  const engines = JSON.parse(readFileSync(files.engines, 'utf8'))
  printEngines(engines)
  drawPictures(engines, folder)
}
