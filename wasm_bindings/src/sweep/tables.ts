import {
  Column,
  columnFromArray,
  float64,
  int32,
  Table,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  utf8
} from '@uwdata/flechette'
import { csvField } from '../columns.js'
import { MechanismError } from '../errors.js'
import type { SweepFolder } from './folder.js'
import type { Part } from './part.js'
import type { Sweep } from './sweep.js'

/** A part as an Arrow file. Outputs of runs that could not begin are null. */
export function encodePart(sweep: Sweep, part: Part): Uint8Array {
  const names = [...sweep.varied.map(({ column }) => column), ...sweep.outputs]
  const columns = part.columns.map((values) =>
    columnFromArray(values.some(Number.isNaN) ? withNulls(values) : values, float64())
  )
  const table = tableFromColumns([
    ['run', columnFromArray(part.run, int32())],
    ...names.map((name, i): [string, Column<unknown>] => [name, columns[i] as Column<unknown>]),
    ['failure', columnFromArray(part.failures, utf8())]
  ])
  return encode(table, describe(sweep))
}

/** All parts of a folder as one table, whose batches they are. */
export async function joinParts(folder: SweepFolder): Promise<Table> {
  const tables: Table[] = []
  for (let part = 0; part < folder.sweep.parts; part++) tables.push(await readPart(folder, part))
  const [first] = tables as [Table]
  const columns = first.children.map(
    (_, i) => new Column(tables.flatMap((table) => table.children[i]?.data ?? []))
  )
  return new Table(first.schema, columns)
}

async function readPart(folder: SweepFolder, part: number): Promise<Table> {
  const { sweep } = folder
  const fault = (found: string) =>
    new MechanismError(
      `${folder.file(part)}: expected part ${part} of this sweep, found ${found}; delete the file and ` +
        'run the sweep again'
    )
  const bytes = await folder.read(part)
  try {
    const table = tableFromIPC(bytes)
    if (table.schema.metadata?.get('linkwork.sweep') !== sweep.id) throw fault('that of another')
    const first = part * sweep.runsPerPart
    const rows = Math.min(sweep.runsPerPart, sweep.runs - first)
    if (table.numRows !== rows || table.getChild('run').at(0) !== first)
      throw fault(`${table.numRows} other runs`)
    return table
  } catch (error) {
    throw error instanceof MechanismError ? error : fault((error as Error).message)
  }
}

/** The table as an Arrow file, with the spec in it. */
export function arrowFile(sweep: Sweep, table: Table): Uint8Array {
  return encode(table, { ...describe(sweep), 'linkwork.spec': JSON.stringify(sweep.spec) })
}

/** The table as CSV, a batch at a time. Lines before the header begin with # and describe the sweep. */
export async function* csvFile(sweep: Sweep, table: Table): AsyncGenerator<string> {
  yield `# linkwork ${sweep.version}\n# seed ${sweep.spec.seed}\n# ${JSON.stringify(sweep.spec)}\n`
  yield `${table.names.map(csvField).join(',')}\n`
  const batches = table.children[0]?.data.length ?? 0
  for (let batch = 0; batch < batches; batch++) {
    const columns = table.children.map(({ data }) => [...(data[batch] as Iterable<unknown>)])
    const rows = columns[0]?.map((_, i) => columns.map((column) => field(column[i])).join(','))
    yield `${rows?.join('\n')}\n`
  }
}

function field(value: unknown): string {
  if (value === null) return ''
  return Object.is(value, -0) ? '-0' : csvField(String(value))
}

function withNulls(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value))
}

function describe({ version, id, spec }: Sweep): Record<string, string> {
  return {
    'linkwork.version': version,
    'linkwork.seed': String(spec.seed),
    'linkwork.sweep': id
  }
}

function encode(table: Table, metadata: Record<string, string>): Uint8Array {
  const schema = { ...table.schema, metadata: new Map(Object.entries(metadata)) }
  return tableToIPC(new Table(schema, table.children), { format: 'file' }) as Uint8Array
}
