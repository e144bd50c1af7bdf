/** Numbers from a seed, by xorshift: the same on every machine. */
export class Random {
  #state

  constructor(seed) {
    this.#state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1
    for (let i = 0; i < 8; i++) this.bits()
  }

  /** 32 of them. */
  bits() {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    this.#state >>>= 0
    return this.#state
  }

  /** In [0, 1). */
  unit() {
    return this.bits() / 2 ** 32
  }

  between(low, high) {
    return low + (high - low) * this.unit()
  }

  /** A whole number below `count`. */
  below(count) {
    return Math.floor(this.unit() * count)
  }

  oneIn(count) {
    return this.below(count) === 0
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  list(length, make) {
    return Array.from({ length }, make)
  }
}
