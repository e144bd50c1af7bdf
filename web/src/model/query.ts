import { formerNames, presentName } from './former-names.ts'

/** The text of a value, and back. */
export interface Codec<Value> {
  /** The valid texts, for messages. */
  readonly expected: string
  /** Returns undefined if the text is not valid. */
  parse(text: string): Value | undefined
  format(value: Value): string
}

export function oneOf<Value extends string | number>(values: readonly Value[]): Codec<Value> {
  return {
    expected: values.join(', '),
    parse: (text) => values.find((value) => value === text || value === numberOf(text)),
    format: String
  }
}

export const onOff: Codec<boolean> = {
  expected: 'on, off',
  parse: (text) => ({ on: true, off: false })[text],
  format: (value) => (value ? 'on' : 'off')
}

export const numberFrom = (min: number, max: number): Codec<number> => ({
  expected: `a number from ${min} to ${max}`,
  parse(text) {
    const value = numberOf(text)
    return value !== undefined && value >= min && value <= max ? value : undefined
  },
  format: String
})

/** A record of switches, as the names of those that are on. `former` maps earlier names to them. */
export function namesOf<Name extends string>(
  switches: Readonly<Record<Name, boolean>>,
  former: Readonly<Record<string, string>> = {}
): Codec<Readonly<Record<Name, boolean>>> {
  const names = Object.keys(switches) as Name[]
  return {
    expected: names.join(', '),
    parse(text) {
      const found = text
        .split(',')
        .filter(Boolean)
        .map((name) => presentName(name, former))
      if (found.some((name) => !Object.hasOwn(switches, name))) return undefined
      const entries = names.map((name) => [name, found.includes(name)])
      return Object.fromEntries(entries) as Record<Name, boolean>
    },
    format: (value) => names.filter((name) => value[name]).join(',')
  }
}

export const textNamed = (expected: string): Codec<string> => ({
  expected,
  parse: (text) => text,
  format: String
})

function numberOf(text: string): number | undefined {
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** The parameters of an address. */
export class Query {
  readonly #parameters: URLSearchParams
  /** The parameters with invalid values. */
  readonly refused: string[] = []

  constructor(text = '') {
    this.#parameters = new URLSearchParams(
      [...new URLSearchParams(text)].map(([key, value]) => [
        presentName(key, formerNames.parameters),
        value
      ])
    )
  }

  /** Removes a parameter and returns its text; null if there is none. */
  takeText(key: string): string | null {
    const text = this.#parameters.get(key)
    this.#parameters.delete(key)
    return text
  }

  /** Removes a parameter and returns its value; undefined if there is none, or an invalid one. */
  take<Value>(key: string, { expected, parse }: Codec<Value>): Value | undefined {
    const text = this.takeText(key)
    if (text === null) return undefined
    const value = parse(text)
    if (value === undefined) this.refused.push(`${key} ${quoted(text)} (expected ${expected})`)
    return value
  }

  /** Refuses the parameters that nothing took. */
  refuseRest(): void {
    for (const [key, text] of this.#parameters)
      this.refused.push(`${cut(key)} ${quoted(text)} (no such setting)`)
  }

  /** Writes a parameter unless it has its default value. */
  put(key: string, value: string | number, initial?: string | number): void {
    if (value !== initial) this.#parameters.set(key, String(value))
  }

  toString(): string {
    return this.#parameters.toString()
  }
}

const cut = (text: string) => text.slice(0, 40)

export const quoted = (text: string) => `“${cut(text)}”`
