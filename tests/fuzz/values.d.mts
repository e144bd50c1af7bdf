import type { Random } from './random.mjs'

export const hostileValues: readonly (() => unknown)[]
export function hostile(random: Random): unknown
export function number(random: Random): number
