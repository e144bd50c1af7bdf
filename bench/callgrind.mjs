// Runs linkwork_calls under callgrind.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const each = 4

/** A build of linkwork_calls; by default of this checkout. */
export const here = 'build/native/bench/linkwork_calls'

/**
 * The instructions of each call that the pattern requests: `read(profile)`, of callgrind's profile of `each`
 * such calls, by name, on the ten mechanisms or those of the catalogue that are named; and the conditions of compiler and processor under which that holds.
 */
export function profiles(program, { pattern = '', mechanisms = [], options = [], read }) {
  const folder = mkdtempSync(join(tmpdir(), 'callgrind-'))
  try {
    const said = execFileSync(
      'valgrind',
      [
        '--quiet',
        '--tool=callgrind',
        `--callgrind-out-file=${folder}/profile`,
        '--toggle-collect=measured',
        '--dump-after=measured',
        ...options,
        program,
        'count',
        String(each),
        pattern,
        ...mechanisms
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
    )
    const [conditions, ...names] = said.trim().split('\n')
    const profileOf = (i) => readFileSync(`${folder}/profile.${i + 1}`, 'utf8')
    return { conditions, calls: new Map(names.map((name, i) => [name, read(profileOf(i), each)])) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Instructions of one call, of each that the pattern requests, on mechanisms as `profiles` has them. */
export function instructions(program, pattern, mechanisms) {
  const read = (profile, each) => Math.round(Number(/^totals: (\d+)/m.exec(profile)[1]) / each)
  return profiles(program, { pattern, mechanisms, read })
}
