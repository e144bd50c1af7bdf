import type { Version } from './draft.ts'
import { layOut } from './lay-out.ts'
import type { Sketch } from './sketch.ts'
import { toMechanism } from './to-mechanism.ts'

/** Decimals of a drawing's file: a picometre. */
export const decimals = 12

/** A drawing with its file; angles are next to those given, by joint. */
export function versionOf(sketch: Sketch, near?: Readonly<Record<string, number>>): Version {
  const { mechanism } = toMechanism(sketch, near)
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(decimals)) : value
  return { sketch, text: layOut(JSON.parse(JSON.stringify(mechanism, rounded))) }
}
