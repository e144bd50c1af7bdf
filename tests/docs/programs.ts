import { declaredIn, uses } from './code.js'
import type { Page } from './pages.js'
import { complete, needsPage } from './taken-for-granted.js'

export interface Program {
  readonly name: string
  readonly code: string
  /** Whether it can be run here: others are type-checked, as TypeScript is. */
  readonly runs: boolean
  readonly isTyped: boolean
  /** The output according to the page. */
  readonly prints: string
}

/**
 * Blocks of code go on from each other, until one makes a name that is there already, or no longer needs
 * a page.
 */
export function programsOf({ name, blocks }: Page): Program[] {
  const programs: { line: number; code: string; prints: string; isTyped: boolean }[] = []
  let isAfterCode = false
  for (const { language, text, line } of blocks) {
    const current = programs.at(-1)
    const isCode = language === 'js' || language === 'ts'
    if (isCode) {
      const known = declaredIn(current?.code ?? '')
      const isNew =
        !current ||
        (needsPage(current.code) && !needsPage(text)) ||
        [...declaredIn(text)].some((made) => known.has(made) || uses(current.code, made))
      if (isNew) programs.push({ line, code: text, prints: '', isTyped: language === 'ts' })
      else current.code += text
    } else if (language === 'text' && isAfterCode && current) current.prints += text
    isAfterCode = isCode
  }
  return programs.map(({ line, ...program }) => ({
    ...program,
    name: `${name}:${line}`,
    code: complete(program.code),
    runs: !needsPage(program.code)
  }))
}
