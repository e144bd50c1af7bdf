import { h } from '../../ui/dom.ts'

/** Time after which the browser has fetched the file [ms]. */
const patience = 60_000

/** Gives the user a file. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content)
  h('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), patience)
}

export const saveText = (name: string, text: string, type: string): void =>
  saveFile(name, new Blob([text], { type }))
