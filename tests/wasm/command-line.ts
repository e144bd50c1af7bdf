import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'

const { main } = (await import(
  new URL('../../wasm_bindings/dist/cli/main.js', import.meta.url).href
)) as typeof import('../../wasm_bindings/src/cli/main.js')

/** The command line as a program of its own. */
export const program = fileURLToPath(
  new URL('../../wasm_bindings/bin/linkwork.js', import.meta.url)
)

/** Runs a command line in this process; gives what it says and its exit status. */
export async function run(...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const streams = ['stdout', 'stderr'] as const
  const listeners = streams.map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += text
      return true
    })
  )
  const status = await main(args)
  for (const listener of listeners) listener.mockRestore()
  return { ...said, status }
}
