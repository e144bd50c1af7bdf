import { freshId, h } from '../../ui/dom.ts'

export interface Tab {
  readonly label: string
  readonly content: HTMLElement
}

/** A row of tabs over what one of them shows; `beside` stands at the row's end. */
export function tabs(label: string, list: readonly Tab[], beside: HTMLElement): HTMLElement {
  const id = freshId('tab')
  const buttons = list.map((tab, index) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${id}-${index}`,
        'aria-controls': `${id}-${index}-panel`,
        on: { click: () => choose(index) }
      },
      tab.label
    )
  )
  const panels = list.map(({ content }, index) =>
    h(
      'div',
      {
        role: 'tabpanel',
        class: 'tab-panel',
        id: `${id}-${index}-panel`,
        'aria-labelledby': `${id}-${index}`
      },
      content
    )
  )
  const choose = (chosen: number) => {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(index === chosen))
      button.tabIndex = index === chosen ? 0 : -1
    }
    for (const [index, panel] of panels.entries()) panel.hidden = index !== chosen
  }
  const row = h('div', { role: 'tablist', class: 'tab-list', 'aria-label': label }, ...buttons)
  row.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const now = buttons.indexOf(event.target as HTMLButtonElement)
    const next = (now + step + buttons.length) % buttons.length
    choose(next)
    buttons[next]?.focus()
  })
  choose(0)
  return h('div', { class: 'tabs' }, h('div', { class: 'tab-row' }, row, beside), ...panels)
}
