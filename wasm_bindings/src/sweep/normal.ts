/**
 * The number below which a standard normal variable lies with a probability in (0, 1).
 *
 * Algorithm AS 241 of Wichura, "The Percentage Points of the Normal Distribution", Applied Statistics
 * 37 (1988): 16 digits. Of arithmetic and square roots alone, which are the same in every engine.
 */
export function normalQuantile(probability: number): number {
  const q = probability - 0.5
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, center)
  const r = Math.sqrt(-logarithm(q < 0 ? probability : 1 - probability))
  const x = r <= 5 ? ratio(r - 1.6, flank) : ratio(r - 5, tail)
  return q < 0 ? -x : x
}

/** Coefficients of numerator and denominator, that of the highest power first. */
type Fraction = readonly [readonly number[], readonly number[]]

function ratio(r: number, [above, below]: Fraction): number {
  return polynomial(r, above) / polynomial(r, below)
}

function polynomial(x: number, coefficients: readonly number[]): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient)
}

/**
 * ln x for normal x > 0: with x = 2ᵏ m and s = (m − 1) / (m + 1),
 * ln x = k ln 2 + 2 (s + s³/3 + s⁵/5 + …), |s| ≤ 0.172.
 */
function logarithm(x: number): number {
  let k = 0
  let m = x
  for (; m < Math.SQRT1_2; k--) m *= 2
  const s = (m - 1) / (m + 1)
  let sum = 0
  for (let power = 21; power >= 1; power -= 2) sum = sum * s * s + 1 / power
  return k * Math.LN2 + 2 * s * sum
}

const center: Fraction = [
  [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665
  ],
  [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1
  ]
]

const flank: Fraction = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
    3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835
  ],
  [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
    0.6897673349851, 1.6763848301838038, 2.053191626637759, 1
  ]
]

const tail: Fraction = [
  [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1
  ]
]
