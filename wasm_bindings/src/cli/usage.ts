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
  jacobian: 'what moves a frame, over the independent velocities: 6 rows, [ω; v] in world axes',
  'center-of-mass': 'mass, its center, velocity, momentum about it, and its Jacobian',
  'gravity-compensation': 'forces that hold the pose against gravity and springs',
  'inverse-kinematics': 'positions that bring a frame to its target, or as near as it gets',
  simulate: 'rows of t, q, v, kinetic, potential and loop error',
  check: 'accelerations by every method, and the largest disagreement',
  assemble: 'the mechanism with the nearest initialState in which its loops close',
  catalogue: 'the names of ready-made mechanisms, or the file of one',
  import: 'the mechanism file of a URDF, MJCF or SDF file',
  export: 'the URDF or MJCF file of a mechanism',
  sweep: 'many runs, as a SPEC says; a summary of them',
  work: 'nothing: takes parts of sweeps from a queue'
} as const

export type Command = keyof typeof commands

/** The argument of a command; most take a mechanism. */
const operands: Partial<Record<Command, string>> = {
  catalogue: '[NAME [OPTION=VALUE …]]',
  import: 'ROBOT',
  sweep: 'SPEC | --merge FOLDER …',
  work: ''
}

const ofStates = (Object.keys(commands) as Command[]).filter(
  (name) => !['import', 'export', 'assemble', 'catalogue', 'sweep', 'work'].includes(name)
)

interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  /** Commands that take it. */
  readonly of: readonly Command[]
  /** Its argument. */
  readonly value?: string
  readonly text: string
}

const options = {
  state: {
    type: 'string',
    of: ofStates,
    value: 'STATE',
    text: "q, v, tau, a and wrenches; without it, the mechanism's initialState"
  },
  method: {
    type: 'string',
    of: ['forward-dynamics', 'simulate'],
    value: 'NAME',
    text: `see below; of simulate, default: multipliers with colliders, else the first that keeps
what the mechanism has`
  },
  frame: {
    type: 'string',
    of: ['jacobian', 'inverse-kinematics'],
    value: 'NAME',
    text: 'a site of the mechanism, or a body'
  },
  position: {
    type: 'string',
    of: ['inverse-kinematics'],
    value: 'X,Y,Z',
    text: 'where its origin is to be in the world [m]'
  },
  rotation: {
    type: 'string',
    of: ['inverse-kinematics'],
    value: 'X,Y,Z,W',
    text: 'how it is to be turned; without it, anyhow'
  },
  time: { type: 'string', of: ['simulate'], value: 'T', text: 'seconds to simulate' },
  dt: { type: 'string', of: ['simulate'], value: 'H', text: 'seconds a step' },
  integrator: {
    type: 'string',
    of: ['simulate'],
    value: 'NAME',
    text: `of the method (see below); default: its first. Steps of adaptive are at most H`
  },
  every: {
    type: 'string',
    of: ['simulate'],
    value: 'K',
    text: 'a row every K steps (default 1); the first and the last are always there'
  },
  allow: {
    type: 'string',
    of: ['simulate'],
    value: 'V',
    text: `speed by which a step may break the laws of contact where no impulses satisfy them; a step
that breaks them by more is an error [m/s, rad/s]; default: any`
  },
  csv: { type: 'boolean', of: ['simulate'], text: 'rows as CSV' },
  set: {
    type: 'string',
    multiple: true,
    of: ['assemble'],
    value: 'JOINT=Q',
    text: `keeps a joint at this position, its numbers with commas between them; may be given for
several joints`
  },
  base: {
    type: 'string',
    of: ['import'],
    value: 'WHAT',
    text: `of URDF: fixed or floating, whether the root link is fixed to the ground or moves freely;
without it, a root with mass floats and one without is fixed`
  },
  collisions: {
    type: 'boolean',
    of: ['import'],
    text: 'of URDF: makes colliders of the solids of collisions'
  },
  ground: {
    type: 'boolean',
    of: ['import'],
    text: 'of URDF: makes a ground, the plane z ≤ 0 of the world'
  },
  inertia: {
    type: 'string',
    of: ['import'],
    value: 'SOURCE',
    text: `of URDF and SDF: file or shapes, whether links without inertia have none or that of their
shapes; without it, file`
  },
  density: {
    type: 'string',
    of: ['import'],
    value: 'RHO',
    text: 'of shapes that links have inertia from [kg/m³]; without it, 1000'
  },
  keyframe: {
    type: 'string',
    of: ['import'],
    value: 'NAME',
    text: 'of MJCF: the keyframe that is the initial state; without it, the first'
  },
  format: { type: 'string', of: ['export'], value: 'NAME', text: 'urdf or mjcf' },
  out: {
    type: 'string',
    of: ['sweep'],
    value: 'FOLDER',
    text: `results, and parts of them while it runs; default: SPEC's name with .sweep. A sweep that
was ended goes on with what is missing there`
  },
  threads: {
    type: 'string',
    of: ['sweep', 'work'],
    value: 'N',
    text: 'default: as many as there are processors'
  },
  shard: {
    type: 'string',
    of: ['sweep'],
    value: 'K/N',
    text: 'runs the K-th of N fixed shares alone, K from 1'
  },
  merge: {
    type: 'boolean',
    of: ['sweep'],
    text: 'joins FOLDERs, given instead of SPEC, and says what is missing'
  },
  queue: {
    type: 'string',
    of: ['sweep', 'work'],
    value: 'URL',
    text: `Redis at redis://HOST:PORT. Of sweep: lets others run it; of work: takes parts from there,
until Ctrl-C`
  }
} as const satisfies Record<string, Option>

type OptionName = keyof typeof options

/** The output of --help, for one command or all; the methods come from the library. */
export function help(
  linkwork: Linkwork,
  command: Command | undefined,
  [name]: readonly string[]
): string {
  if (command === 'catalogue' && name !== undefined) return catalogueHelp(linkwork, name)
  if (command !== undefined) return helpOf(linkwork, command)
  return `linkwork <command> MECHANISM [--state STATE] [options]

Prints JSON on standard output; warnings and errors on standard error. Exit status 2 on errors.
MECHANISM and STATE are files; - reads standard input. A MECHANISM may be a URDF, MJCF or SDF
file, too.

Commands
${lines(Object.entries(commands), 22)}

Options
${lines(
  [
    ...Object.entries(options as Record<string, Option>).map(titled),
    ['--help', 'this text; after a command, what it takes'],
    ['--version', 'version of linkwork']
  ],
  18
)}
`
}

function helpOf(linkwork: Linkwork, command: Command): string {
  const taken = Object.entries(options as Record<string, Option>).filter(([, { of }]) =>
    of.includes(command)
  )
  const usage = ['linkwork', command, operands[command] ?? 'MECHANISM', taken.length && '[options]']
  const parts = [usage.filter(Boolean).join(' '), `Prints ${commands[command]}.`]
  if (taken.length > 0) parts.push(`Options\n${lines(taken.map(titled), 18)}`)
  if (command === 'simulate')
    parts.push(
      `Methods, and their integrators\n${lines(
        linkwork.methods.flatMap(({ name, description, integrators }) => [
          [name, description] as const,
          ...integrators.map((each) => [`  ${each.name}`, each.description] as const)
        ]),
        24
      )}`
    )
  if (command === 'forward-dynamics')
    parts.push(
      `Methods\n${lines(
        linkwork.accelerationMethods.map(({ name, description }) => [name, description] as const),
        24
      )}`
    )
  return `${parts.join('\n\n')}\n`
}

/** The options of a ready-made mechanism. */
function catalogueHelp(linkwork: Linkwork, name: string): string {
  const { options } = catalogueEntry(linkwork, name)
  const rows = options.map((option) => {
    const { min, max, choices } = option
    const range = choices
      ? `: ${choices.join(', ')}`
      : min === undefined
        ? ''
        : `, ${min} to ${max}`
    return [option.name, `default ${JSON.stringify(option.default)}${range}`] as const
  })
  return `linkwork catalogue ${name} [OPTION=VALUE …]\n\nOptions\n${lines(rows, 18)}\n`
}

/** The ready-made mechanism of a name. */
export function catalogueEntry(linkwork: Linkwork, name: string): Linkwork['catalogue'][number] {
  const found = linkwork.catalogue.find((entry) => entry.name === name)
  if (found) return found
  const names = linkwork.catalogue.map((entry) => entry.name).join(', ')
  throw new UsageError(`catalogue: no mechanism "${name}" (names: ${names})`)
}

const titled = ([name, { value, text }]: [string, Option]) =>
  [`--${name}${value === undefined ? '' : ` ${value}`}`, text] as const

/** A table of names and meanings. */
function lines(rows: readonly (readonly [string, string])[], width: number): string {
  return rows
    .map(
      ([name, text]) =>
        `  ${name.padEnd(width)}${text.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`
    )
    .join('\n')
}

export type Arguments = ReturnType<typeof parseArguments>

/** Reads the command line. Throws UsageError. */
export function parseArguments(argv: readonly string[]) {
  const { values, positionals } = parse(argv)
  const [name, ...files] = positionals
  if (values.version || (values.help && name === undefined))
    return { ...values, command: undefined, files }
  const command = commandNamed(name)
  if (values.help) return { ...values, command, files }
  requireFiles(command, files, values.merge === true)
  for (const [option, { of }] of Object.entries(options as Record<string, Option>)) {
    const given = values[option as OptionName] !== undefined
    if (given && !of.includes(command))
      throw new UsageError(`${command} has no option --${option} (only ${of.join(', ')})`)
  }
  return { ...values, command, files }
}

/** One file, of work none; folders to be merged; a catalogue's mechanism with its options. */
function requireFiles(command: Command, files: readonly string[], isMerge: boolean): void {
  if (command === 'catalogue') return
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
      options: { ...options, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } }
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
