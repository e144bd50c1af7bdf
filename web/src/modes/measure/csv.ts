/** A column of a table: its heading, with the unit, and its values; null where there is none. */
export interface Column {
  readonly name: string
  readonly unit: string
  readonly values: readonly (number | null)[]
}

/** A table as CSV: numbers to the last digit, empty where there is none. */
export function csvText(columns: readonly Column[]): string {
  const heads = columns.map(({ name, unit }) => quoted(`${name} [${unit}]`))
  const rows = (columns[0]?.values ?? []).map((_, row) =>
    columns.map(({ values }) => values[row] ?? '').join()
  )
  return `${[heads.join(), ...rows].join('\n')}\n`
}

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
