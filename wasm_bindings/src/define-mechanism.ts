import type { Mechanism } from './types/mechanism.js'

/** The mechanism given: TypeScript checks what is written here, names of types and lengths of arrays too. */
export function defineMechanism(mechanism: Mechanism): Mechanism {
  return mechanism
}
