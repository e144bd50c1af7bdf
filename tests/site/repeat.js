import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Repeats the page's tests while two busy loops take the processor: a test that depends on the speed
 * of the machine fails here.
 *
 *     node tests/site/repeat.js [TIMES [OPTION...]]
 *
 * TIMES is 20 if it is left out. The options are those of `playwright test`; without any, the default
 * set runs. The exit status is that of the tests.
 */

const [times = '20', ...given] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(times)) {
  console.error(`repeat.js: found "${times}", expected a number of repetitions. Example: 20.`)
  process.exit(2)
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const options = given.length > 0 ? given : ['--project=page']
const tests = ['test', '-c', 'tests/site', '--repeat-each', times, '--retries', '0']

const loops = Array.from({ length: 2 }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
)
const stop = () => {
  for (const loop of loops) loop.kill('SIGKILL')
}
process.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

const run = spawn('npx', ['playwright', ...tests, ...options], { cwd: root, stdio: 'inherit' })
run.on('close', (status) => process.exit(status ?? 1))
