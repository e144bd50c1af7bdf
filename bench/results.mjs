// Results of measuring commands: bench/results/NAME.md holds what a command printed, below a head with
// the command, the commit and the machine. bench/all writes these files, bench/figures.mjs copies their
// figures into documents.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('..', import.meta.url))
export const folder = 'bench/results'

/** Commits of cpp/ after which a result is too old. */
export const mostCommits = 300

/** Returns what git prints in the repository. */
export function git(...words) {
  return execFileSync('git', words, { cwd: repository, encoding: 'utf8' }).trim()
}

/** Returns the number of commits that change cpp/ up to a commit; 0 if git does not know the commit. */
export function cppCommits(commit = 'HEAD') {
  const words = ['rev-list', '--count', commit, '--', 'cpp']
  const { status, stdout } = spawnSync('git', words, { cwd: repository, encoding: 'utf8' })
  return status === 0 ? Number(stdout) : 0
}

/** True if git has only the last commits, and their number is unknown. */
export const isShallow = () => git('rev-parse', '--is-shallow-repository') === 'true'

/** Returns the head of a result that `command` prints now on this machine. */
export function headOf(command) {
  const changes = git('status', '--porcelain', '--', 'cpp', 'wasm_bindings/src', 'web/src')
  return {
    command,
    commit: git('rev-parse', '--short=8', 'HEAD') + (changes ? ' with local changes' : ''),
    cppCommits: cppCommits(),
    date: new Date().toISOString().slice(0, 10),
    machine: machine()
  }
}

/** Returns processor, compiler, Node.js, and the load, which disturbs times. */
function machine() {
  const parts = [
    cpus()[0].model.trim(),
    `${cpus().length} cores`,
    compiler(),
    `Node.js ${process.versions.node}`,
    `load ${loadavg()[0].toFixed(1)}`
  ]
  return parts.join(', ')
}

/** Returns the version of the compiler of the native build. */
function compiler() {
  const text = execFileSync('clang++', ['--version'], { encoding: 'utf8' })
  return `clang ${/version (\S+)/.exec(text)[1]}`
}

/** Returns the text of a result file. */
export function textOf(head, body) {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n${body.trim()}\n`
}

/** Returns the head and the body of a result file. */
export function parse(name, text) {
  const [, lines, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (lines === undefined)
    throw new Error(`${folder}/${name}.md: expected a head between two lines "---"`)
  const head = Object.fromEntries(lines.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)))
  for (const key of ['command', 'commit', 'cppCommits', 'date', 'machine'])
    if (!head[key]) throw new Error(`${folder}/${name}.md: the head has no "${key}"`)
  return { name, head, body: body.trim() }
}

/** Returns all results by name. */
export function readResults(root = repository) {
  const names = readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace('.md', ''))
  return new Map(
    names.map((name) => [name, parse(name, readFileSync(join(root, folder, `${name}.md`), 'utf8'))])
  )
}

export function writeResult(name, head, body) {
  writeFileSync(join(repository, folder, `${name}.md`), textOf(head, body))
}
