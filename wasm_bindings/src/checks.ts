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
  const most = 2 ** 31 - 1 // what the module counts with
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new MechanismError(
      `${name}: expected a whole number from ${least} to ${most}, found ${String(value)}`
    )
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

/** The name of a body or joint that is given by name or by index; C++ knows which names exist. */
export function nameOf(
  kind: 'body' | 'joint',
  key: string | number,
  named: () => readonly { readonly name: string }[]
): string {
  if (typeof key === 'string') return key
  const list = named()
  const name = list[key]?.name
  if (name === undefined) {
    throw new MechanismError(`${kind} ${key}: expected an index from 0 to ${list.length - 1}`)
  }
  return name
}
