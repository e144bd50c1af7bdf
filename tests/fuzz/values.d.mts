import type { Random } from './random.mjs'

export const hostileValues: readonly (() => unknown)[]
export const enormousValues: readonly (() => unknown)[]
export function hostile(random: Random): unknown
export function number(random: Random): number
