import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'

// script/test runs here in a small repository with suites of its own. Their functions write what they do
// into the file `ran`.

const suites = `
suites=(
  "default|native|c++|first|C++ tests|fix first"
  "default|web|all|second|web tests|fix second"
  "default|web|all|after|tests after it|fix after"
  "default|alone|all|third|page tests|fix third"
  "all|alone|c++|fourth|more tests|fix fourth"
)
declare -A excluded=([all]='' [c++]=':!web')
say() { echo "$*" >&2; }
run_first() { echo first "$@" >>ran; [ ! -e break-first ]; }
run_second() { echo second >>ran; [ ! -e break-second ] || echo late >late; [ ! -e end-lane ] || endLane; }
endLane() { read -r _ _ _ lane _ </proc/$BASHPID/stat; kill -9 "$lane"; }
run_after() { echo after >>ran; }
run_third() { echo third >>ran; [ ! -e wait ] || { echo $BASHPID >waits-new; mv waits-new waits; sleep 600; }; [ ! -e skip ] || printf '<testcase name="a"><skipped/></testcase>' >build/test-logs/third.xml; }
run_fourth() { echo fourth >>ran; }
`
const setup = `
set -euo pipefail
cd "$(dirname "\${BASH_SOURCE[0]}")/.."
jobs=2 testPackages=(bash)
say() { echo "$*" >&2; }
fail() { printf '%s\\n' "$@" >&2; exit 1; }
needPackages() { :; }
needNode() { :; }
needModules() { :; }
`

/** A repository with the runner, its suites, and functions to run it. */
function repository() {
  const root = mkdtempSync(join(tmpdir(), 'runner-'))
  const write = (file, text) => writeFileSync(join(root, file), text)
  for (const folder of ['script', 'web', 'cpp']) mkdirSync(join(root, folder))
  for (const file of ['test', 'junit.js']) cpSync(`script/${file}`, join(root, 'script', file))
  write('script/setup.sh', setup)
  write('script/suites.sh', suites)
  write('package.json', '{ "type": "module" }')
  write('.gitignore', ['build', 'ran', 'waits*', 'skip', 'wait', 'break-*', 'end-lane'].join('\n'))
  write('web/page.ts', '')
  write('cpp/a.cpp', '')
  spawnSync('git', ['init', '-q'], { cwd: root })
  return {
    root,
    write,
    remove: (file) => rmSync(join(root, file)),
    has: (file) => existsSync(join(root, file)),
    /** Runs script/test: its exit status, its output, and the suites that ran, sorted. */
    run(...options) {
      rmSync(join(root, 'ran'), { force: true })
      const { status, stdout, stderr } = spawnSync('script/test', options, {
        cwd: root,
        encoding: 'utf8'
      })
      const ran = existsSync(join(root, 'ran')) ? readFileSync(join(root, 'ran'), 'utf8') : ''
      return { status, output: stdout + stderr, ran: ran.split('\n').filter(Boolean).sort() }
    },
    end: () => rmSync(root, { recursive: true })
  }
}

/** A test with a repository of its own. */
const inRepository = (name, body) =>
  test(name, async () => {
    const repo = repository()
    try {
      await body(repo)
    } finally {
      repo.end()
    }
  })

inRepository('runs the default suites, then only what changed files can break', (repo) => {
  const first = repo.run()
  assert.equal(first.status, 0, first.output)
  assert.deepEqual(first.ran, ['after', 'first', 'second', 'third'])
  assert.match(first.output, /^4 passed, 0 failed \(\d+ s\)$/m)

  const again = repo.run()
  assert.deepEqual(again.ran, [])
  assert.match(again.output, /^4 passed, 0 failed \(\d+ s\)$/m)

  repo.write('web/page.ts', 'changed')
  assert.deepEqual(repo.run().ran, ['after', 'second', 'third'])
  repo.write('cpp/new.cpp', '')
  assert.deepEqual(repo.run().ran, ['after', 'first', 'second', 'third'])
  chmodSync(join(repo.root, 'cpp/new.cpp'), 0o755)
  assert.deepEqual(repo.run().ran, ['after', 'first', 'second', 'third'])
  repo.remove('cpp/new.cpp')
  assert.deepEqual(repo.run().ran, ['after', 'first', 'second', 'third'])
  assert.deepEqual(repo.run('all').ran, ['fourth'])
  assert.deepEqual(repo.run('all').ran, [])
})

inRepository('runs named suites again, with options for one', (repo) => {
  repo.run()
  assert.deepEqual(repo.run('third', 'second').ran, ['second', 'third'])
  assert.deepEqual(repo.run('first', '--', '-R', 'a b').ran, ['first -R a b'])
  assert.deepEqual(repo.run().ran, [])
  repo.write('cpp/a.cpp', 'changed')
  repo.run('first', '--', '-R', 'a b')
  // A part of the suite passed: the suite has not.
  assert.deepEqual(repo.run().ran, ['after', 'first', 'second', 'third'])
})

inRepository('refuses arguments that it does not know', (repo) => {
  for (const [options, sentence] of [
    [['frist'], /no suite is named "frist"/],
    [['all', 'first'], /all: expected no other argument, found "all first"/],
    [['--', '-R', 'a'], /--: expected one suite before it, found 0/],
    [['first', 'second', '--', 'a'], /--: expected one suite before it, found 2/],
    [['all', '--', 'a'], /--: expected one suite/],
    [['second', '--', 'a'], /--: the suite second takes no options/]
  ]) {
    const { status, output, ran } = repo.run(...options)
    assert.equal(status, 1)
    assert.match(output, sentence)
    assert.match(output, /^ {2}fourth +more tests$/m)
    assert.deepEqual(ran, [])
  }
})

inRepository('fails if a suite fails, and runs that suite again', (repo) => {
  repo.write('break-first', '')
  const { status, output } = repo.run()
  assert.equal(status, 1)
  assert.match(output, /✗ first +0 passed, 1 failed/)
  assert.match(output, /To do: fix first/)
  assert.match(output, /^3 passed, 1 failed/m)
  repo.remove('break-first')
  const { status: repaired, ran } = repo.run()
  assert.equal(repaired, 0)
  assert.deepEqual(ran, ['first'])
})

inRepository('a suite whose lane ends before it has failed', (repo) => {
  repo.write('end-lane', '')
  const { status, output, ran } = repo.run()
  assert.equal(status, 1)
  assert.deepEqual(ran, ['first', 'second', 'third'])
  assert.match(output, /✗ second +ended before it had a result/)
  assert.match(output, /✗ after +ended before it had a result/)
  assert.match(output, /^2 passed, 2 failed/m)
})

inRepository('a suite has not passed if it ran nothing, or if files changed meanwhile', (repo) => {
  repo.write('skip', '')
  assert.match(repo.run('third').output, /– third +0 passed, 0 failed, 1 skipped/)
  repo.remove('skip')
  repo.write('break-second', '')
  repo.run('second')
  repo.remove('break-second')
  repo.remove('late')
  assert.deepEqual(repo.run().ran, ['after', 'first', 'second', 'third'])
})

inRepository('fails if git cannot list the files', (repo) => {
  rmSync(join(repo.root, '.git'), { recursive: true })
  const { status, output, ran } = repo.run()
  assert.equal(status, 1)
  assert.match(output, /git cannot list the files/)
  assert.deepEqual(ran, [])
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  inRepository(`${signal} ends everything, and a second run must wait`, async (repo) => {
    repo.write('wait', '')
    const running = spawn('script/test', { cwd: repo.root, detached: true, stdio: 'ignore' })
    const ended = new Promise((resolve) => running.on('close', resolve))
    while (!repo.has('waits')) await new Promise((resolve) => setTimeout(resolve, 20))
    const suite = readFileSync(join(repo.root, 'waits'), 'utf8').trim()
    assert.ok(existsSync(`/proc/${suite}`))

    const second = repo.run('first')
    assert.equal(second.status, 1)
    assert.match(second.output, /runs in this folder already/)

    process.kill(running.pid, signal)
    assert.equal(await ended, 130)
    while (existsSync(`/proc/${suite}`)) await new Promise((resolve) => setTimeout(resolve, 20))
    repo.remove('wait')
    assert.deepEqual(repo.run().ran, ['third'])
  })
