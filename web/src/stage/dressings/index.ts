/** Dressings by the mechanism's name in the gallery. */
import { dressChain } from './chain.ts'
import type { Dress } from './dressing.ts'
import { dressGeneric } from './generic.ts'

const dressings: Readonly<Record<string, Dress>> = {
  chain: dressChain
}

export function dressingFor(id: string): Dress {
  return dressings[id] ?? dressGeneric
}
