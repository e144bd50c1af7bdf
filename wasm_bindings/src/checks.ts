import { MechanismError, SimulationError } from './errors.js'
import { brief, suggestion } from './suggestion.js'

/** The found value, for errors. */
export function described(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(brief(value))
    case 'bigint':
      return 'a BigInt'
    case 'symbol':
    case 'function':
      return `a ${typeof value}`
    case 'object':
      return value === null ? 'null' : `the object ${tagOf(value)}`
    default:
      return String(value)
  }
}

/** 'Object' of plain objects and of instances of classes, 'Map', 'Float64Array', … */
export function tagOf(value: object): string {
  return reading('object', () => Object.prototype.toString.call(value)).slice('[object '.length, -1)
}

/** The result of `read` on an input, whose getters and proxies may throw anything. */
export function reading<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof MechanismError || error instanceof SimulationError) throw error
    const why = error instanceof Error ? error.message : typeof error
    throw new MechanismError(`${name}: cannot be read: ${why}`, { cause: error })
  }
}

/** A finite number, or a MechanismError with the found value. */
export function finiteNumber(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new MechanismError(`${name}: expected a finite number, found ${described(value)}`)
}

/** A whole number of at least `least` and at most `most`, by default what the module counts with. */
/** A finite number, or Infinity: no bound. */
export function bound(value: unknown, name: string): number {
  return value === Number.POSITIVE_INFINITY ? value : finiteNumber(value, name)
}

export function wholeNumber(
  value: unknown,
  least: number,
  name: string,
  most = 2 ** 31 - 1
): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
    return value
  throw new MechanismError(
    `${name}: expected a whole number from ${least} to ${most}, found ${described(value)}`
  )
}

/** The seed of random numbers. */
export function seedNumber(seed: unknown): number {
  if (typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0) return seed
  throw new MechanismError(
    `seed: expected a whole number from 0 to 2⁵³ − 1, found ${described(seed)}`
  )
}

/** Whether numbers are given in a row, and not by name. */
export function isList(given: unknown): given is ArrayLike<number> {
  return reading('numbers', () => Array.isArray(given) || ArrayBuffer.isView(given))
}

/** A copy of at least `least` and at most `most` finite numbers. */
export function finiteNumbers(
  values: unknown,
  name: string,
  least: number,
  most = least
): number[] {
  return reading(name, () => {
    const list = (typeof values === 'object' ? (values ?? []) : []) as ArrayLike<unknown>
    const length = list === values ? list.length : undefined
    if (length === undefined || !(length >= least && length <= most && Number.isInteger(length))) {
      const expected = least === most ? most : `at most ${most}`
      const found = typeof length === 'number' ? length : described(values)
      const numbers = most === 1 ? 'number' : 'numbers'
      const list = typeof length === 'number' ? '' : 'an array of '
      throw new MechanismError(`${name}: expected ${list}${expected} ${numbers}, found ${found}`)
    }
    const copy: number[] = []
    for (let i = 0; i < length; i++) {
      const value = list[i]
      // The place is only written where it is needed.
      copy.push(Number.isFinite(value) ? (value as number) : finiteNumber(value, `${name}[${i}]`))
    }
    return copy
  })
}

/** The numbers, or a copy of them: a Float64Array is looked through once, by C++. */
export function numbersIn(values: unknown, name: string, size: number): ArrayLike<number> {
  const isPlain = ArrayBuffer.isView(values) && values instanceof Float64Array
  const isWhole = isPlain && size > 0 && (values as Float64Array).length === size // or it is detached
  return isWhole ? (values as Float64Array) : finiteNumbers(values, name, size)
}

/** A Float64Array of exactly `length` numbers, to be written. */
export function float64Array(values: Float64Array, length: number, name: string): Float64Array {
  const isOne = ArrayBuffer.isView(values) && tagOf(values) === 'Float64Array'
  if (isOne && values.length === length) return values
  const found = isOne ? `${values.length}` : described(values)
  throw new MechanismError(`${name}: expected a Float64Array of ${length} numbers, found ${found}`)
}

/** A text; C++ checks the word. */
export function text<Word extends string>(value: Word, name: string): Word {
  if (typeof value !== 'string') {
    throw new MechanismError(`${name}: expected a string, found ${described(value)}`)
  }
  if (/\p{Surrogate}/u.test(value)) {
    throw new MechanismError(`${name}: holds half of a surrogate pair, which is no character`)
  }
  return value
}

/** A boolean, or a MechanismError with the found value. */
export function trueOrFalse(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  throw new MechanismError(`${name}: expected true or false, found ${described(value)}`)
}

/** Options, each read once; what is not given is undefined, what does not exist an error. */
export function optionsOf<Options extends object>(
  given: Options | undefined,
  known: readonly (keyof Options & string)[],
  name = 'options'
): Partial<Options> {
  if (given === undefined) return {}
  return reading(name, () => {
    const isObject = typeof given === 'object' && given !== null
    if (
      !isObject ||
      (Object.getPrototypeOf(given) !== Object.prototype && tagOf(given) !== 'Object')
    ) {
      throw new MechanismError(`${name}: expected an object, found ${described(given)}`)
    }
    for (const key of Object.keys(given)) {
      if ((known as readonly string[]).includes(key)) continue
      throw new MechanismError(
        `${name}: no option is named ${described(key)}${suggestion(key, 'options', known)}`
      )
    }
    const read: Partial<Options> = {}
    for (const key of known) read[key] = given[key]
    return read
  })
}

/** The name of a body or joint that is given by name or by index; C++ checks the name. */
export function nameOf(
  kind: 'actuator' | 'body' | 'joint',
  key: string | number,
  named: () => readonly string[]
): string {
  if (typeof key === 'string') return text(key, kind)
  if (typeof key !== 'number') {
    throw new MechanismError(`${kind}: expected a name or an index, found ${described(key)}`)
  }
  const list = named()
  const name = list[key]
  if (name === undefined) {
    const expected =
      list.length > 0 ? `expected an index from 0 to ${list.length - 1}` : 'there are none'
    throw new MechanismError(`${kind} ${key}: ${expected}`)
  }
  return name
}
