import { belongsToField, isPressable } from '../../ui/keys.ts'

/**
 * Takes keys before the page does, until the function that it returns is called; an action that
 * returns false leaves its key to others.
 */
export function takeKeys(actions: Readonly<Record<string, () => unknown>>): () => void {
  const listen = (event: KeyboardEvent) => {
    const act = actions[event.key]
    if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (belongsToField(event) || document.querySelector('dialog[open]')) return
    if (event.key === ' ' && isPressable(document.activeElement)) return
    if (act() !== false) event.preventDefault()
  }
  document.addEventListener('keydown', listen, { capture: true })
  return () => document.removeEventListener('keydown', listen, { capture: true })
}
