import { transfer } from 'comlink'
import { described } from '../checks.js'
import { MechanismError, SimulationError } from '../errors.js'
import { load } from '../load.js'
import { suggestion } from '../suggestion.js'
import type { LoadOptions } from '../types/linkwork.js'
import type { Simulation } from '../types/simulation.js'
import type { Frame } from '../types/worker-linkwork.js'

/** An object that stays in the worker: its number, its methods and its properties. */
export interface Kept {
  readonly kept: number
  readonly methods: readonly string[]
  readonly properties: readonly string[]
}

/** A value, an object that stays, or an error, which loses its class on the way. */
export type Answer =
  | { readonly value: unknown }
  | Kept
  | { readonly name: string; readonly message: string; readonly time: number }

type Thing = Record<string, unknown>

/** In a worker: the library and what it makes, whose properties are read and methods called by name. */
export class ObjectTable {
  readonly #things = new Map<number, Thing>()
  #next = 0

  /** The library itself. */
  async open(options: LoadOptions): Promise<Answer> {
    return answered(async () => this.#answer(await load(options)))
  }

  async get(kept: number, name: string): Promise<Answer> {
    return answered(async () => {
      const [thing, part] = this.#partOf(kept, name)
      return this.#answer(await thing[part])
    })
  }

  async set(kept: number, name: string, value: unknown): Promise<Answer> {
    return answered(async () => {
      const names = settableOf(this.#thing(kept))
      if (!names.includes(name))
        throw new MechanismError(
          `set: no property ${described(name)} can be set${suggestion(name, 'properties', names)}`
        )
      const [thing, part] = this.#partOf(kept, name)
      thing[part] = value
      return { value: undefined }
    })
  }

  async call(kept: number, name: string, given: readonly unknown[]): Promise<Answer> {
    return answered(async () => {
      const [thing, part] = this.#partOf(kept, name)
      const method = thing[part] as (...given: unknown[]) => unknown
      return this.#answer(await method.apply(thing, [...given]))
    })
  }

  async frame(
    kept: number,
    seconds: number,
    into: Float64Array<ArrayBuffer> | undefined
  ): Promise<Answer> {
    return answered(async () => {
      const simulation = this.#thing(kept) as unknown as Simulation
      const steps = simulation.advance(seconds)
      const { poses, time } = simulation
      const copy = into?.length === poses.length ? into : new Float64Array(poses.length)
      copy.set(poses)
      const frame: Frame = { steps, time, poses: copy }
      return transfer({ value: frame }, [copy.buffer])
    })
  }

  release(kept: number): void {
    const thing = this.#things.get(kept) as { dispose?: () => void } | undefined
    thing?.dispose?.()
    this.#things.delete(kept)
  }

  #thing(kept: number): Thing {
    const thing = this.#things.get(kept)
    if (thing) return thing
    throw new SimulationError('this was disposed of; make a new one')
  }

  /** The object that has a part, and its name there: `contacts.forces` is of a group. */
  #partOf(kept: number, name: string): [thing: Thing, part: string] {
    const thing = this.#thing(kept)
    const [first = '', second] = name.split('.')
    return second === undefined ? [thing, first] : [thing[first] as Thing, second]
  }

  #answer(value: unknown): Answer {
    if (value instanceof Float64Array) {
      const copy = Float64Array.from(value) // it may be a view of all memory
      return transfer({ value: copy }, [copy.buffer])
    }
    if (!hasMethods(value)) return { value }
    const groups = groupsOf(value)
    const own = partsOf(value).filter(([name]) => name !== 'dispose' && !groups.includes(name))
    const ofGroups = groups.flatMap((group) =>
      partsOf(value[group] as Thing).map(([name, part]) => [`${group}.${name}`, part] as const)
    )
    const named = [...own, ...ofGroups].filter(([name]) => !name.endsWith('constructor'))
    const methods = named.filter(([, part]) => part.value).map(([name]) => name)
    const properties = named.filter(([, part]) => part.get).map(([name]) => name)
    const kept = this.#next++
    this.#things.set(kept, value)
    return { kept, methods, properties: [...properties, ...Object.keys(value)] }
  }
}

/** The methods and properties of its class. */
const partsOf = (thing: Thing) =>
  Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(thing)))

/** The properties that are groups of others. */
const groupsOf = (thing: Thing): readonly string[] =>
  (thing.constructor as { readonly groups?: readonly string[] }).groups ?? []

/** The names of what can be set, groups included. */
function settableOf(thing: Thing): string[] {
  const settable = (of: Thing) => partsOf(of).flatMap(([name, { set }]) => (set ? [name] : []))
  const ofGroups = groupsOf(thing).flatMap((group) =>
    settable(thing[group] as Thing).map((name) => `${group}.${name}`)
  )
  return [...settable(thing), ...ofGroups]
}

/** Whether it is of a class of ours. */
function hasMethods(value: unknown): value is Thing {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== Object.prototype && prototype !== null && !ArrayBuffer.isView(value)
}

async function answered(find: () => Promise<Answer>): Promise<Answer> {
  try {
    return await find()
  } catch (error) {
    const { name, message, time = Number.NaN } = error as SimulationError
    return { name, message, time }
  }
}
