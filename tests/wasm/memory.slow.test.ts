import { chain, type load, MechanismError, type Simulation, SimulationError } from 'linkwork'
import { expect, it } from 'vitest'

it('where memory ends is an error, and what is disposed of can be used again', async () => {
  const path = new URL('../../wasm_bindings/dist/load.js', import.meta.url)
  const another: { load: typeof load } = await import(`${path}?full`)
  const full = await another.load()
  const text = `{ "linkwork": 1, "name": "${'x'.repeat(2 ** 25)}" }`
  const others: Simulation[] = []
  // No snapshot, but as long as one: it is in the memory before it is refused.
  const numbers = new Float64Array(2 ** 22).fill(-1)
  let message = ''
  while (!message.includes('memory')) {
    try {
      others.push(full.simulate(chain({ links: 1 })))
      others.at(-1)?.restore(numbers)
    } catch (error) {
      message = String(error)
      expect(message).toMatch(
        /^MechanismError: snapshot|^SimulationError: there is not enough memory/
      )
    }
  }
  expect(() => full.info(text)).toThrow(SimulationError)
  others[0]?.step()
  for (const other of others) other.dispose()
  expect(() => full.info(text)).toThrow(MechanismError)
  expect(full.info(chain()).degreesOfFreedom).toBe(5)
})
