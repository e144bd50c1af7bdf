type Listener<Value> = (value: Value) => void

/** A value that tells its listeners when it changes. */
export class Signal<Value> {
  #value: Value
  readonly #listeners = new Set<Listener<Value>>()

  constructor(value: Value) {
    this.#value = value
  }

  get value(): Value {
    return this.#value
  }

  set value(value: Value) {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of this.#listeners) listener(value)
  }

  /** Calls the listener now and at every change; returns a function that ends this. */
  subscribe(listener: Listener<Value>): () => void {
    listener(this.#value)
    return this.onChange(listener)
  }

  /** Calls the listener at every change from now on. */
  onChange(listener: Listener<Value>): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
