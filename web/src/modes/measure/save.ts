import { h } from '../../ui/dom.ts'

/** How long a browser may take to fetch what it is given [ms]. */
const patience = 60_000

/** Gives the user a file. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content)
  h('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), patience)
}

export const saveText = (name: string, text: string, type: string): void =>
  saveFile(name, new Blob([text], { type }))
