import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { load } from '../load.js'
import type { Linkwork } from '../types/linkwork.js'
import type { AccelerationMethod } from '../types/simulation.js'
import { assemble } from './assemble.js'
import { catalogue } from './catalogue.js'
import { exportXml } from './export.js'
import { importXml } from './import.js'
import { answerOfModel } from './model.js'
import { print } from './output.js'
import { simulate } from './simulate.js'
import { type Arguments, help, InterruptedError, parseArguments, UsageError } from './usage.js'

/** Runs one command line. Returns the exit status: 0, 2 after an error, 130 where it was interrupted. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await run(parseArguments(argv))
    return 0
  } catch (error) {
    const { name, message } = error as Error
    process.stderr.write(`${name}: ${message}\n`)
    if (error instanceof UsageError) process.stderr.write('See linkwork --help.\n')
    return error instanceof InterruptedError ? 130 : 2
  }
}

async function run(options: Arguments): Promise<void> {
  const linkwork = await load()
  if (options.help) return print(help(linkwork, options.command, options.files))
  if (options.command === undefined) return print(`${linkwork.version}\n`)
  if (options.command === 'catalogue') return print(catalogue(linkwork, options.files))
  if (options.command === 'sweep' || options.command === 'work') {
    const { sweep, work } = await import('./sweep.js') // of what it needs, others need nothing
    if (options.command === 'work') return work(linkwork, options)
    return print(`${JSON.stringify(await sweep(linkwork, options.files, options))}\n`)
  }
  const [file = ''] = options.files
  const warn = warner()
  const text = await read(file)
  if (options.command === 'import') return print(importXml(linkwork, text, file, options, warn))
  const mechanism = isXml(text) ? importXml(linkwork, text, file, {}, warn) : text
  if (options.command === 'export')
    return print(exportXml(linkwork, mechanism, options.format, warn))
  if (options.command === 'assemble')
    return print(assemble(linkwork, mechanism, options.set ?? [], warn))
  const state = options.state === undefined ? undefined : await read(options.state)
  const { warnings } = linkwork.info(mechanism, state)
  warn(warnings)
  if (options.command === 'simulate') return simulate(linkwork, mechanism, state, options)
  const found =
    answerOfModel(linkwork, options.command, mechanism, state, options) ??
    answer(linkwork, options, mechanism, state)
  print(`${JSON.stringify(found)}\n`)
}

function answer(
  linkwork: Linkwork,
  { command, method }: Arguments & { readonly method?: string },
  mechanism: string,
  state: string | undefined
): object {
  switch (command) {
    case 'kinematics':
      return linkwork.kinematics(mechanism, state)
    case 'energy':
      return linkwork.energy(mechanism, state)
    case 'forward-dynamics':
      return linkwork.forwardDynamics(mechanism, state, {
        method: method as AccelerationMethod | undefined
      })
    case 'inverse-dynamics':
      return linkwork.inverseDynamics(mechanism, state)
    case 'mass-matrix':
      return linkwork.massMatrix(mechanism, state)
    case 'coriolis-matrix':
      return linkwork.coriolisMatrix(mechanism, state)
    case 'check':
      return linkwork.check(mechanism, state)
    default:
      return linkwork.info(mechanism, state)
  }
}

/** Whether a mechanism is not given as JSON. */
const isXml = (text: string): boolean => /^\uFEFF?\s*</.test(text)

async function read(file: string): Promise<string> {
  if (file === '-') return text(process.stdin)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`)
  }
}

/** Prints warnings on standard error, each once. */
function warner(): (warnings: readonly string[]) => void {
  const printed = new Set<string>()
  return (warnings) => {
    for (const warning of warnings) {
      if (printed.has(warning)) continue
      printed.add(warning)
      process.stderr.write(`warning: ${warning}\n`)
    }
  }
}
