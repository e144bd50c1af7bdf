/**
 * Puts a field in the place of what is shown until Enter, Escape or another place ends it; `accept` gets
 * what was typed, unless it was Escape.
 */
export function editInPlace(
  shown: HTMLElement,
  field: HTMLInputElement,
  accept: (text: string) => void
): void {
  let isDone = false
  const finish = (isAccepted: boolean) => {
    if (isDone) return
    isDone = true
    field.replaceWith(shown)
    shown.focus()
    if (isAccepted) accept(field.value)
  }
  field.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The focus goes back to the button, which the same key would press.
    event.preventDefault()
    finish(event.key === 'Enter')
  })
  field.addEventListener('blur', () => finish(true))
  shown.replaceWith(field)
  field.focus()
  field.select()
}
