import { batch, Signal } from '@preact/signals-core'
import { expect, it } from 'vitest'
import { onAnyChange, onChange } from './signals.ts'

it('calls a listener at changes alone, until it is ended', () => {
  const signal = new Signal(1)
  const seen: number[] = []
  const end = onChange(signal, (value) => seen.push(value))
  signal.value = 2
  signal.value = 2
  signal.value = 3
  end()
  signal.value = 4
  expect(seen).toEqual([2, 3])
})

it('calls a listener once for several signals that change together, and for no others', () => {
  const [first, second, other] = [new Signal(1), new Signal('a'), new Signal(true)]
  let calls = 0
  onAnyChange([first, second], () => {
    calls += 1
    void other.value
  })
  batch(() => {
    first.value = 2
    second.value = 'b'
  })
  other.value = false
  expect(calls).toBe(1)
})
