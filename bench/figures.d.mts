import type { Result } from './results.mjs'

export type Results = ReadonlyMap<string, Result>

export function withFigures(
  text: string,
  results: Results
): { text: string; differences: readonly { line: number; sentence: string }[] }
export function findingsIn(document: { name: string; text: string }, results: Results): string[]
export function oldResults(
  results: Results,
  now: number,
  countAt?: (commit: string) => number
): string[]
export function findings(): string[]
