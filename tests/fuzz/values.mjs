/** Values that are often wrong: what a fuzzer puts where numbers, names and objects are expected. */

const edges = [
  0,
  -0,
  1,
  -1,
  0.5,
  5e-324,
  1e-300,
  1e-9,
  1e6,
  1e16,
  1e150,
  1e300,
  Number.MAX_VALUE,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY
]

/** Mostly of ordinary size, at times at the edge of what there is. */
export function number(random) {
  if (random.oneIn(6)) return random.pick(edges) * (random.oneIn(2) ? 1 : -1)
  return random.between(-1, 1) * 10 ** random.between(-2, 2)
}

const throwing = () => {
  throw new TypeError('thrown by a getter')
}

function circle() {
  const value = { name: 'circle' }
  value.self = value
  return value
}

function nested(depth) {
  let value = 1
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}

function detached() {
  const value = new Float64Array(3)
  structuredClone(value, { transfer: [value.buffer] })
  return value
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const enormousArray = () => new Array(2 ** 31)

/** Of the hostile values, those that some calls take seconds to refuse. */
export const enormousValues = [enormousArray]

/** Each makes a value that is wrong nearly everywhere. */
export const hostileValues = [
  () => undefined,
  () => null,
  () => true,
  () => 1n,
  () => Symbol('s'),
  () => () => 1,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -1,
  () => 0.5,
  () => 2 ** 32,
  () => 1e300,
  () => '',
  () => 'nobody',
  () => '\ud800',
  () => 'a\udc00b',
  () => '\0',
  () => '__proto__',
  () => 'constructor',
  () => 'x'.repeat(100_000),
  () => '['.repeat(100_000),
  () => '{"linkwork": 1}',
  () => [],
  () => {},
  () => [Number.NaN, 0, 0],
  () => ['1', '2', '3'],
  () => [1n, 2n, 3n],
  () => [0, undefined, 0],
  enormousArray,
  () => ({ length: 3 }),
  () => ({ length: -1 }),
  () => ({ length: 2 ** 40, 0: 1 }),
  () => ({ length: 2, 0: 1, 1: 2 }),
  () => new Float32Array(3),
  () => new Uint8Array(6),
  () => new BigInt64Array(3),
  () => new DataView(new ArrayBuffer(8)),
  detached,
  () => new Map([['a', 1]]),
  () => new Date(0),
  () => Promise.resolve(1),
  circle,
  () => nested(40),
  () => nested(20_000),
  revoked,
  () => new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing }),
  () => new Proxy([1, 2, 3], { get: throwing }),
  () => Object.defineProperty({}, 'catalogue', { get: throwing, enumerable: true }),
  () => Object.defineProperty([1, 2, 3], 1, { get: throwing }),
  () => JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}'),
  () => Object.create(null),
  () => ({ toString: throwing, valueOf: throwing }),
  () => ({ catalogue: 'chain', options: { links: 2 }, mistake: 1 }),
  () => ({ catalogue: 'chain', options: null })
]

/** Values of JSON that are wrong in most places. */
const written = [
  null,
  true,
  -1,
  0.5,
  2 ** 32,
  1e300,
  '',
  'nobody',
  '\0',
  '__proto__',
  'x'.repeat(1000)
]
const composed = [[], {}, ['1', '2', '3'], [0, null, 0], { length: 3 }, { '': 1 }, nested(40)]

export const odd = (random) => structuredClone(random.pick([...written, ...composed]))

const makers = new WeakMap()
const isKey = (value) => Object(value) === value || typeof value === 'symbol'

export function hostile(random) {
  const maker = random.pick(hostileValues)
  const value = maker()
  if (isKey(value)) makers.set(value, maker)
  return value
}

/** Which of the hostile values this is, of those that have an identity. */
export const makerOf = (value) => (isKey(value) ? makers.get(value) : undefined)
