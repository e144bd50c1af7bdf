/** The modes in the order of their keys, 1 to 5. */
export const modeNames = ['watch', 'compare', 'understand', 'build', 'measure'] as const

export type ModeName = (typeof modeNames)[number]

export const modeWords: Readonly<Record<ModeName, string>> = {
  watch: 'Watch',
  compare: 'Compare',
  understand: 'Understand',
  build: 'Build',
  measure: 'Measure'
}
