import { effect, type ReadonlySignal, untracked } from '@preact/signals-core'

/** Calls a listener when a signal changes; returns a function that ends this. */
export function onChange<Value>(
  signal: ReadonlySignal<Value>,
  listener: (value: Value) => void
): () => void {
  return onAnyChange([signal], () => listener(signal.value))
}

/** Calls a listener when one of the signals changes; returns a function that ends this. */
export function onAnyChange(signals: readonly ReadonlySignal[], listener: () => void): () => void {
  let isFirst = true
  return effect(() => {
    for (const signal of signals) void signal.value
    if (isFirst) isFirst = false
    else untracked(listener)
  })
}
