import { MechanismError } from './errors.js'

/** A finite number, or a MechanismError that tells what was found instead. */
export function finiteNumber(value: number, name: string): number {
  if (!Number.isFinite(value)) {
    throw new MechanismError(`${name}: expected a finite number, found ${value}`)
  }
  return value
}

/** A whole number of at least `least`. */
export function wholeNumber(value: number, least: number, name: string): number {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new MechanismError(`${name}: expected a whole number ≥ ${least}, found ${value}`)
  }
  return value
}

/** Exactly `length` finite numbers. */
export function finiteNumbers(
  values: ArrayLike<number>,
  length: number,
  name: string
): ArrayLike<number> {
  if (values?.length !== length) {
    const found = values?.length === undefined ? String(values) : `${values.length}`
    throw new MechanismError(`${name}: expected ${length} numbers, found ${found}`)
  }
  for (let i = 0; i < length; i++) finiteNumber(values[i] as number, `${name}[${i}]`)
  return values
}

/** Finds things by name or by index. */
export class NameIndex {
  readonly #kind: string
  readonly #names: readonly string[]
  readonly #indices: ReadonlyMap<string, number>

  constructor(kind: 'body' | 'joint', named: readonly { readonly name: string }[]) {
    this.#kind = kind
    this.#names = named.map(({ name }) => name)
    this.#indices = new Map(this.#names.map((name, index) => [name, index]))
  }

  indexOf(key: string | number): number {
    const index = typeof key === 'number' ? key : this.#indices.get(key)
    if (index !== undefined && Number.isInteger(index) && index >= 0 && index < this.#names.length)
      return index
    throw new MechanismError(
      typeof key === 'number'
        ? `${this.#kind} ${key}: expected an index from 0 to ${this.#names.length - 1}`
        : `no ${this.#kind} is named "${key}" (${this.#valid()})`
    )
  }

  #valid(): string {
    const shown = 40 // enough to recognise the mechanism, short enough to read
    const rest = this.#names.length - shown
    const names = this.#names.slice(0, shown).join(', ')
    return rest > 0 ? `${names}, and ${rest} more` : names
  }
}
