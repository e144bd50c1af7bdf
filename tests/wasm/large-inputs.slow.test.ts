import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** A process with little memory refuses inputs far larger than any mechanism, with messages. */

const program = fileURLToPath(new URL('large-inputs.mjs', import.meta.url))
const heap = 512 // MiB that JavaScript may take
const module = 2048 // MiB that WebAssembly may take: its memory ends there
const text = 200 // MiB that the input itself takes, and Node

it.each([
  ['a name of 100 MB', /^MechanismError: mechanism: missing required key "bodies"/],
  ['brackets of 100 MB', /nested more than 64 deep$/],
  ['numbers of 100 MB', /^SimulationError: there is not enough memory/],
  ['a file of a million links', /^SimulationError: there is not enough memory/],
  ['a chain of a million links', /options.links: expected 1 to 100000, found 1e\+6$/],
  ['an array that claims a billion', /mechanism.bodies\[0\]: expected .* found undefined$/],
  [
    'an array of 100 million numbers',
    /mechanism.gravity: expected at most 4194304 values, found more$/
  ],
  [
    'a snapshot of 100 million numbers',
    /snapshot: expected at most 4194304 numbers, found 100000000$/
  ],
  ['a URDF of 100 MB', /urdf: expected at most 67108864 characters, found 100000015$/],
  [
    'a URDF of 67 MB in one tag',
    /urdf: expected at most 1048576 characters from one < to the next/
  ],
  [
    'a URDF of 67 MB in tags of a million characters',
    /^MechanismError: line 1: link .*: another link is named .* already$/
  ]
])('%s', (name, message) => {
  const options = [`--max-old-space-size=${heap}`, program, name]
  const { stdout, status } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  expect(status).toBe(0)
  const { said, peak } = JSON.parse(stdout)
  expect(said).toMatch(message)
  expect(peak).toBeLessThan(heap + module + text)
})
