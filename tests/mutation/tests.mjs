import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes that a mutant may take: one that allocates without end is to fail by itself. */
const memory = 8 * 2 ** 30

/**
 * Runs a test program with a mutant, 0 for none: whether it passed, what it said, and whether it used
 * up so many seconds of the processor, which pass no faster on a busy machine.
 */
function run(program, mutant, options, seconds) {
  const settings = {
    env: { ...process.env, MUTANT: `${mutant}` },
    maxBuffer: 2 ** 28
  }
  return new Promise((resolve) => {
    const most = Math.ceil(seconds)
    const limits = [`--as=${memory}`, `--cpu=${most}:${most + 1}`]
    execFile('prlimit', [...limits, program, ...options], settings, (error, output) =>
      resolve({ hasPassed: !error, isLate: error?.signal === 'SIGXCPU', output })
    )
  })
}

/**
 * The cases of a test program, in groups by how long they take without a mutant: the quick ones run first,
 * and find most.
 */
export async function testsOf(program, folder) {
  const { hasPassed, output } = await run(program, 0, ['--durations', 'yes'], 3600)
  if (!hasPassed) throw new Error(`the tests fail without a mutant:\n${output.slice(-2000)}`)
  const cases = new Map() // a case with generators is timed once for each of what they give
  for (const [, seconds, name] of output.matchAll(/^([\d.]+) s: (.*)$/gm))
    cases.set(name, (cases.get(name) ?? 0) + Number(seconds))
  const bounds = [0, 0.01, 0.1, 1, Infinity]
  return bounds.slice(1).map((bound, i) => {
    const members = [...cases].filter(([, seconds]) => seconds < bound && seconds >= bounds[i])
    const list = join(folder, `cases-${i}.txt`)
    const escaped = members.map(([name]) => `${name.replace(/[\\,[\]*"]/g, '\\$&')}\n`)
    writeFileSync(list, escaped.join(''))
    const seconds = members.reduce((sum, [, each]) => sum + each, 0)
    return { list, count: members.length, seconds }
  })
}

/** The first case that fails with a mutant, or how it ended else; undefined where all pass. */
export async function killerOf(program, groups, mutant) {
  for (const { list, seconds } of groups.filter(({ count }) => count > 0)) {
    const options = ['--abort', '--input-file', list]
    const { hasPassed, isLate, output } = await run(program, mutant, options, 30 + 10 * seconds)
    if (isLate) return 'does not end'
    if (!hasPassed) return /^-{79}\n(.+)\n/m.exec(output)?.[1] ?? 'ends the program'
  }
  return undefined
}
