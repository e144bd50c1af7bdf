import { declaredIn, uses } from './code.js'
import type { Page } from './pages.js'
import { needsPage } from './taken-for-granted.js'

export interface Program {
  readonly name: string
  readonly code: string
  /** What the page says that it prints. */
  readonly prints: string
}

/**
 * Blocks of code go on from each other, until one makes a name that is there already, or no longer needs
 * a page.
 */
export function programsOf({ name, blocks }: Page): Program[] {
  const programs: { line: number; code: string; prints: string }[] = []
  let isAfterCode = false
  for (const { language, text, line } of blocks) {
    const current = programs.at(-1)
    const isCode = language === 'js' || language === 'ts'
    if (isCode) {
      const known = declaredIn(current?.code ?? '')
      const beginsAnew =
        !current ||
        (needsPage(current.code) && !needsPage(text)) ||
        [...declaredIn(text)].some((made) => known.has(made) || uses(current.code, made))
      if (beginsAnew) programs.push({ line, code: text, prints: '' })
      else current.code += text
    } else if (language === 'text' && isAfterCode && current) current.prints += text
    isAfterCode = isCode
  }
  return programs.map(({ line, ...program }) => ({ name: `${name}:${line}`, ...program }))
}
