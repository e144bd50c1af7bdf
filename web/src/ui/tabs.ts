import { Signal } from '@preact/signals-core'
import { freshId, h } from './dom.ts'

export interface Tab {
  readonly label: string
  readonly element: HTMLElement
}

/** Panels of which one is seen; arrows go from tab to tab. */
export function tabbed(label: string, tabs: readonly Tab[]) {
  const present = new Signal(0)
  const buttons = tabs.map((tab, index) => {
    const id = freshId('tab')
    const panel = freshId('panel')
    tab.element.id = panel
    tab.element.setAttribute('role', 'tabpanel')
    tab.element.setAttribute('aria-labelledby', id)
    const click = () => (present.value = index)
    return h(
      'button',
      { type: 'button', id, role: 'tab', 'aria-controls': panel, on: { click } },
      tab.label
    )
  })
  const keydown = (event: KeyboardEvent) => {
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!direction) return
    event.preventDefault()
    event.stopPropagation() // arrows move time elsewhere
    present.value = (present.value + direction + tabs.length) % tabs.length
    buttons[present.value]?.focus()
  }
  present.subscribe((chosen) => {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(index === chosen))
      button.tabIndex = index === chosen ? 0 : -1
      const { element } = tabs[index] as Tab
      element.hidden = index !== chosen
    }
  })
  const list = h('div', {
    class: 'tab-list',
    role: 'tablist',
    'aria-label': label,
    on: { keydown }
  })
  list.append(...buttons)
  return { list, present }
}
