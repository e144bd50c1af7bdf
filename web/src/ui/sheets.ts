import type { Signal } from '@preact/signals-core'
import { onChange } from '../model/signals.ts'
import { h } from './dom.ts'
import { type IconName, icon } from './icons.ts'

export type SheetName = 'modes' | 'gallery' | 'setup' | 'accuracy' | 'show'
export type Layout = 'wide' | 'medium' | 'drawer' | 'phone' | 'landscape'

const tabs: readonly { name: SheetName; label: string; icon: IconName; panel: string }[] = [
  { name: 'modes', label: 'Modes', icon: 'modes', panel: 'modes' },
  { name: 'gallery', label: 'Gallery', icon: 'gallery', panel: 'gallery' },
  { name: 'setup', label: 'Setup', icon: 'setup', panel: 'setup' },
  { name: 'accuracy', label: 'Accuracy', icon: 'accuracy', panel: 'accuracy' },
  { name: 'show', label: 'Show', icon: 'show', panel: 'setup' }
]

const queries: readonly (readonly [Layout, string])[] = [
  ['landscape', '(max-height: 500px) and (max-width: 999px) and (orientation: landscape)'],
  ['phone', '(max-width: 719px)'],
  ['drawer', '(max-width: 899px)'],
  ['medium', '(max-width: 1199px)']
]

/** Keeps `data-layout` on the document, which the style sheets read. */
export function followLayout(layout: Signal<Layout>): void {
  const lists = queries.map(([name, query]) => ({ name, list: matchMedia(query) }))
  const update = () => {
    layout.value = lists.find(({ list }) => list.matches)?.name ?? 'wide'
    document.documentElement.dataset.layout = layout.value
  }
  for (const { list } of lists) list.addEventListener('change', update)
  update()
}

/** Which panel lies over the stage, if any; closes on Escape and by a swipe on its handle. */
export function followSheet(sheet: Signal<SheetName | null>, root: HTMLElement): void {
  let opener: HTMLElement | null = null
  onChange(sheet, (name) => {
    const { dataset } = document.documentElement
    if (name === null) {
      delete dataset.sheet
      returnFocus(opener)
      opener = null
      return
    }
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused !== document.body) opener ??= focused
    dataset.sheet = name
  })
  followHandles(root, () => (sheet.value = null))
}

/** Lets panels be swiped down by their handles. */
export function followHandles(root: HTMLElement, close: () => void): void {
  for (const handle of root.querySelectorAll<HTMLElement>('.sheet-handle')) swipeDown(handle, close)
}

/** Returns the focus to the element that opened a panel, unless the panel contains it. */
function returnFocus(opener: HTMLElement | null): void {
  if (opener?.closest('nav, aside')) opener.blur()
  else opener?.focus({ preventScroll: true })
}

/** The phone's tab bar. */
export function tabBar(sheet: Signal<SheetName | null>): HTMLElement {
  const buttons = tabs.map(({ name, label, icon: glyph, panel }) => {
    const toggle = () => (sheet.value = sheet.value === name ? null : name)
    const button = h(
      'button',
      {
        type: 'button',
        class: 'tab',
        'data-sheet': name,
        'aria-controls': panel,
        on: { click: toggle }
      },
      icon(glyph),
      h('span', {}, label)
    )
    sheet.subscribe((open) => button.setAttribute('aria-expanded', String(open === name)))
    return button
  })
  return h('div', { class: 'tab-bar', role: 'group', 'aria-label': 'Panels' }, ...buttons)
}

const farEnough = 48

/** Drags the handle's panel down with the finger; past a threshold it closes. */
function swipeDown(handle: HTMLElement, close: () => void): void {
  let start = 0
  const panel = handle.parentElement
  if (!panel) return
  handle.addEventListener('pointerdown', (event) => {
    start = event.clientY
    handle.setPointerCapture(event.pointerId)
  })
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return
    panel.style.translate = `0 ${Math.max(0, event.clientY - start)}px`
  })
  handle.addEventListener('lostpointercapture', () => (panel.style.translate = ''))
  handle.addEventListener('pointerup', (event) => {
    if (event.clientY - start > farEnough) close()
  })
}
