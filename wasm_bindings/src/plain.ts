import { described, reading, tagOf } from './checks.js'
import { MechanismError } from './errors.js'

const deepest = 64 // as C++ reads JSON
const most = 2 ** 22 // 100,000 links are three million

/**
 * A copy of a value made of what JSON has, each part read once: `JSON.stringify` would leave out
 * functions, turn NaN into null and a Map into {}, and not come back from what refers to itself.
 */
export function plain(value: unknown, name: string): unknown {
  return reading(name, () => new Copy(name).of(value, '', 0))
}

class Copy {
  #count = 0

  constructor(readonly name: string) {}

  of(value: unknown, path: string, depth: number): unknown {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (typeof value === 'number') throw this.#fault(path, 'a finite number', described(value))
    if (typeof value !== 'object')
      throw this.#fault(path, 'a value that JSON has', described(value))
    if (depth > deepest) throw this.#fault(path, `at most ${deepest} levels`, 'more, or a circle')
    if (ArrayBuffer.isView(value) || Array.isArray(value)) return this.#array(value, path, depth)
    if (tagOf(value) !== 'Object') throw this.#fault(path, 'an object', described(value))
    const copy: [string, unknown][] = []
    for (const key of Object.keys(value)) {
      const part = (value as Record<string, unknown>)[key]
      if (part === undefined) continue
      this.#countOne(path)
      copy.push([key, this.of(part, `${path}.${key}`, depth + 1)])
    }
    return Object.fromEntries(copy)
  }

  #array(values: ArrayLike<unknown> | ArrayBufferView, path: string, depth: number): unknown[] {
    if (!('length' in values)) throw this.#fault(path, 'an array', described(values))
    const copy: unknown[] = []
    for (let i = 0; i < values.length; i++) {
      this.#countOne(path)
      const value = values[i]
      // Numbers are many: their places are only written where they are needed.
      copy.push(Number.isFinite(value) ? value : this.of(value, `${path}[${i}]`, depth + 1))
    }
    return copy
  }

  #countOne(path: string): void {
    this.#count++
    if (this.#count > most) throw this.#fault(path, `at most ${most} values`, 'more')
  }

  #fault(path: string, expected: string, found: string): MechanismError {
    return new MechanismError(`${this.name}${path}: expected ${expected}, found ${found}`)
  }
}
