import { parseArgs } from 'node:util'
import type { Linkwork } from '../types/linkwork.js'

/** The user called the program in a way it does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The user, or a scheduler, stopped the program. */
export class InterruptedError extends Error {
  override readonly name = 'Interrupted'
}

export const commands = {
  info: 'names, clusters, degrees of freedom, warnings',
  kinematics: 'poses and twists of all bodies',
  energy: 'kinetic and potential energy',
  'forward-dynamics': 'accelerations under the forces of the state',
  'inverse-dynamics': "forces that produce the state's accelerations",
  'mass-matrix': 'mass matrix and bias force in independent coordinates',
  'coriolis-matrix': 'matrix of Coriolis and centrifugal forces in the same coordinates',
  simulate: 'rows of t, q, v, kinetic, potential and loop error',
  check: 'accelerations by every method, and the largest disagreement',
  assemble: 'the mechanism with the nearest initialState in which its loops close',
  import: 'the mechanism file of a URDF file',
  sweep: 'many runs, as a SPEC says; a summary of them',
  work: 'nothing: takes parts of sweeps from a queue'
} as const

export type Command = keyof typeof commands

/** What --help prints; the library tells the methods. */
export function help({ methods, accelerationMethods }: Linkwork): string {
  return `linkwork <command> MECHANISM [--state STATE] [options]

Prints JSON on standard output; warnings and errors on standard error. Exit status 2 on errors.
MECHANISM and STATE are files, for import a URDF file; - reads standard input. Of sweep, instead of
MECHANISM, SPEC is a file.

Commands
${Object.entries(commands)
  .map(([name, text]) => `  ${name.padEnd(18)}${text}`)
  .join('\n')}

Options
  --state STATE     q, v, tau, a and wrenches; without it, the mechanism's initialState
  --method NAME     of simulate, or of forward-dynamics (see below); default: multipliers with
                    colliders, else the first that keeps what the mechanism has
  --help            this text
  --version         version of linkwork

Options of simulate
  --time T          seconds to simulate
  --dt H            seconds a step
  --integrator NAME of the method (see below); default: its first. Steps of adaptive are at most
                    H, and its end is the first at or after T
  --every K         a row every K steps (default 1); the first and the last are always there
  --csv             rows as CSV

Options of assemble
  --set JOINT=Q     keeps a joint at this position, its numbers with commas between them; may be
                    given for several joints

Options of import
  --base WHAT       fixed or floating: whether the root link stands on the ground or moves freely;
                    without it, a root with mass floats and one without stands

Options of sweep
  --out FOLDER      results, and parts of them while it runs; default: SPEC's name with .sweep. A
                    sweep that was ended goes on with what is missing there
  --threads N       default: as many as there are processors; of work, too
  --shard K/N       runs the K-th of N fixed shares alone, K from 1
  --merge           joins FOLDERs, given instead of SPEC, and says what is missing
  --queue URL       lets others run it, by Redis at redis://HOST:PORT

Options of work
  --queue URL       takes parts from there, until Ctrl-C

Methods of simulate, and their integrators
${methods
  .flatMap(({ name, description, integrators }) => [
    row(name, description),
    ...integrators.map((each) => row(`  ${each.name}`, each.description))
  ])
  .join('\n')}

Methods of forward-dynamics
${accelerationMethods.map(({ name, description }) => row(name, description)).join('\n')}
`
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(24)}${text}`
}

/** Options by the commands that take them. */
const optionsOf = {
  state: (Object.keys(commands) as Command[]).filter(
    (name) => !['import', 'assemble', 'sweep', 'work'].includes(name)
  ),
  method: ['forward-dynamics', 'simulate'],
  time: ['simulate'],
  dt: ['simulate'],
  integrator: ['simulate'],
  every: ['simulate'],
  csv: ['simulate'],
  base: ['import'],
  set: ['assemble'],
  out: ['sweep'],
  threads: ['sweep', 'work'],
  queue: ['sweep', 'work'],
  shard: ['sweep'],
  merge: ['sweep']
} as const satisfies Record<string, readonly Command[]>

export type Arguments = ReturnType<typeof parseArguments>

/** Reads the command line. Throws UsageError. */
export function parseArguments(argv: readonly string[]) {
  const { values, positionals } = parse(argv)
  if (values.help || values.version) return { ...values, command: undefined }
  const [name, ...files] = positionals
  const command = commandNamed(name)
  requireFiles(command, files, values.merge === true)
  for (const [option, takers] of Object.entries(optionsOf)) {
    const given = values[option as keyof typeof optionsOf] !== undefined
    if (given && !(takers as readonly Command[]).includes(command)) {
      throw new UsageError(`${command} has no option --${option} (only ${takers.join(', ')})`)
    }
  }
  return { ...values, command, files }
}

/** One file, of work none, and folders to be merged. */
function requireFiles(command: Command, files: readonly string[], isMerge: boolean): void {
  const kind = command === 'sweep' ? (isMerge ? 'FOLDER' : 'SPEC file') : 'MECHANISM file'
  const most = command === 'work' ? 0 : isMerge ? files.length : 1
  if (files.length === 0 && command !== 'work') throw new UsageError(`${command}: which ${kind}?`)
  if (files.length > most) throw new UsageError(`${command}: unexpected argument "${files[most]}"`)
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        state: { type: 'string' },
        method: { type: 'string' },
        time: { type: 'string' },
        dt: { type: 'string' },
        integrator: { type: 'string' },
        every: { type: 'string' },
        csv: { type: 'boolean' },
        base: { type: 'string' },
        set: { type: 'string', multiple: true },
        out: { type: 'string' },
        threads: { type: 'string' },
        queue: { type: 'string' },
        shard: { type: 'string' },
        merge: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' }
      }
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function commandNamed(name: string | undefined): Command {
  if (name !== undefined && Object.hasOwn(commands, name)) return name as Command
  const valid = `(commands: ${Object.keys(commands).join(', ')})`
  throw new UsageError(
    name === undefined ? `which command? ${valid}` : `no command "${name}" ${valid}`
  )
}

/** Positions by joint from "joint=1" and "joint=0,0,0,1". */
export function positionsOf(settings: readonly string[]): Record<string, number[]> {
  return Object.fromEntries(
    settings.map((setting) => {
      // Names of joints may hold an equals sign, numbers may not.
      const [, joint = '', text = ''] = /^(.*)=([^=]*)$/s.exec(setting) ?? []
      const values = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
      if (joint !== '' && values.every(Number.isFinite)) return [joint, values]
      throw new UsageError(`--set: expected joint=value or joint=value,value,…, found "${setting}"`)
    })
  )
}

/** A number of the command line above `least`. */
export function numberOption(text: string | undefined, name: string): number {
  if (text === undefined) throw new UsageError(`simulate needs --${name}`)
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
    throw new UsageError(`--${name}: expected a positive number, found "${text}"`)
  }
  return value
}

/** A count of the command line, 1 or more. */
export function countOption(text: string, name: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 1024) return value
  throw new UsageError(`--${name}: expected a whole number from 1 to 1024, found "${text}"`)
}

/** "3/64": which share of how many; the whole where none is given. */
export function shardOption(text = '1/1'): [number, number] {
  const [, share = 0, shares = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number)
  if (share >= 1 && share <= shares) return [share, shares]
  throw new UsageError(`--shard: expected K/N with K from 1 to N, found "${text}"`)
}

/** The address of a Redis server. */
export function queueOption(text: string): string {
  if (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol)) return text
  throw new UsageError(`--queue: expected redis://HOST:PORT, found "${text}"`)
}
