import { hostileValues, makerOf } from './values.mjs'

/**
 * Calls of the package as JSON, one a line, independent of the generator that made them:
 *
 *   { on: 'linkwork', call: 'simulate', with: [{ catalogue: 'chain' }], as: 'simulation1' }
 *   { on: 'simulation1', get: 'q' }
 *   { on: 'simulation1.forces', call: 'clear', with: [] }
 *   { on: 'simulation1', set: 'stepSize', to: 0.01 }
 */
export const textOf = (calls) => calls.map((call) => `${JSON.stringify(call)}\n`).join('')
export const callsOf = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const memberOf = (target, name) =>
  Object.getOwnPropertyDescriptor(target, name) ??
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), name)

/** The objects, of which each call is handed to `hear` before it is made; so with what they make. */
export function recorded(objects, hear) {
  let simulations = 0
  const wrapped = (target, on) =>
    new Proxy(target, {
      get(_, name) {
        const member = memberOf(target, name)
        if (member === undefined) return undefined
        if (typeof member.value === 'function') return (...args) => called(target, on, name, args)
        if (target.constructor.groups?.includes(name)) return wrapped(target[name], `${on}.${name}`)
        hear({ on, get: name })
        return target[name]
      },
      set(_, name, value) {
        hear({ on, set: name, to: written(value) })
        target[name] = value
        return true
      }
    })
  function called(target, on, name, args) {
    const makes = ['simulate', 'ensemble'].includes(name)
    const as = makes ? `simulation${++simulations}` : undefined
    hear({ on, call: name, with: args.map(written), as })
    const result = target[name](...args)
    if (!makes) return result
    return result instanceof Promise
      ? result.then((made) => wrapped(made, as))
      : wrapped(result, as)
  }
  return Object.fromEntries(Object.entries(objects).map(([on, it]) => [on, wrapped(it, on)]))
}

/** Makes a recorded call; nothing where the call that made its object is missing or failed. */
export async function remade({ on, call, with: args, get, set, to, as }, objects) {
  const target = on.split('.').reduce((owner, name) => owner?.[name], objects)
  if (target === undefined) return undefined
  if (get) return target[get]
  if (set) {
    target[set] = read(to)
    return undefined
  }
  const result = await target[call](...args.map(read))
  if (as) objects[as] = result
  return as ? undefined : result
}

/** Of what JSON lacks, `{ $: kind, of: text }`; values that are made to be wrong by their makers. */
function written(value) {
  const maker = makerOf(value)
  if (maker) return { $: 'made', of: String(maker) }
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', of: String(value) }
  if (Object.is(value, -0)) return { $: 'number', of: '-0' }
  if (typeof value === 'number' && !Number.isFinite(value))
    return { $: 'number', of: String(value) }
  if (value instanceof Float64Array) return { $: 'Float64Array', of: Array.from(value, written) }
  if (Array.isArray(value)) return Array.from(value, written)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, written(part)]))
}

const readers = {
  made: (text) => hostileValues.find((maker) => String(maker) === text)(),
  undefined: () => undefined,
  bigint: BigInt,
  number: Number,
  Float64Array: (numbers) => Float64Array.from(numbers, read)
}

function read(value) {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(read)
  if (value.$) return readers[value.$](value.of)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, read(part)]))
}
