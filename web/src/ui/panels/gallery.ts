import type { MechanismEntry } from '../../model/mechanisms/entry.ts'
import { mechanisms } from '../../model/mechanisms/index.ts'
import type { Settings, Theme } from '../../model/settings.ts'
import { fill, h } from '../dom.ts'
import { icon } from '../icons.ts'
import { tooltip } from '../tooltip.ts'
import { matches } from './gallery-search.ts'
import { openButtons, type TakeFiles } from './open-file.ts'

export interface Gallery {
  readonly element: HTMLElement
  focusSearch(): void
}

/**
 * The left rail: search, and every mechanism of the registry under the head of its group.
 * `onSearch` is called when the search field gets the focus, `onFiles` with files to open.
 */
export function gallery(
  settings: Settings,
  onChoose: (entry: MechanismEntry) => void,
  onSearch: () => void,
  onFiles: TakeFiles
): Gallery {
  const rows = mechanisms.map((entry) => row(entry, onChoose))
  const list = h('div', { class: 'gallery-list' })
  const ensemble = h('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search mechanisms',
    autocomplete: 'off',
    spellcheck: 'false'
  })

  const show = () => {
    const found = rows.filter(({ entry }) => matches(entry, ensemble.value))
    fill(list, ...(found.length > 0 ? grouped(found) : [nothing(ensemble, show)]))
  }
  ensemble.addEventListener('input', show)
  ensemble.addEventListener('focus', onSearch)
  ensemble.addEventListener('keydown', (event) => {
    const [first] = rows.filter(({ entry }) => matches(entry, ensemble.value))
    if (event.key === 'Enter' && ensemble.value !== '' && first) onChoose(first.entry)
    if (event.key !== 'Escape' || ensemble.value === '') return
    event.stopPropagation()
    ensemble.value = ''
    show()
  })
  settings.theme.subscribe((theme) => {
    for (const { entry, picture } of rows) picture.src = thumbnailOf(entry, theme)
  })
  settings.entry.subscribe((chosen) => {
    for (const { entry, element } of rows) {
      if (entry === chosen) element.setAttribute('aria-current', 'true')
      else element.removeAttribute('aria-current')
    }
  })
  show()

  const search = h('label', { class: 'search' }, icon('search'), ensemble, h('kbd', {}, '/'))
  const element = h(
    'nav',
    { class: 'gallery', id: 'gallery', 'aria-label': 'Mechanisms' },
    h('div', { class: 'sheet-handle' }),
    h('div', { class: 'search-row' }, search),
    list,
    openButtons(onFiles)
  )
  return { element, focusSearch: () => ensemble.focus() }
}

interface Row {
  readonly entry: MechanismEntry
  readonly element: HTMLElement
  readonly picture: HTMLImageElement
}

/** Taken by script/thumbnails; each is fetched once it is seen. */
const thumbnails = import.meta.glob<string>('./thumbnails/*.webp', {
  eager: true,
  query: '?url',
  import: 'default'
})

const thumbnailOf = ({ id }: MechanismEntry, theme: Theme): string =>
  thumbnails[`./thumbnails/${id}.${theme}.webp`] ?? ''

function row(entry: MechanismEntry, onChoose: (entry: MechanismEntry) => void): Row {
  const picture = h('img', {
    class: 'thumbnail',
    alt: '',
    width: 64,
    height: 48,
    loading: 'lazy',
    decoding: 'async',
    draggable: 'false'
  })
  const element = h(
    'button',
    {
      type: 'button',
      class: 'gallery-row',
      'data-mechanism': entry.id,
      on: { click: () => onChoose(entry) }
    },
    picture,
    h(
      'span',
      { class: 'gallery-words' },
      h('span', { class: 'gallery-name' }, entry.name),
      h('span', { class: 'gallery-counts' }, entry.counts)
    )
  )
  tooltip(element, entry.name, () => document.documentElement.dataset.layout === 'medium')
  return { entry, element, picture }
}

function grouped(rows: readonly Row[]): HTMLElement[] {
  return [...Map.groupBy(rows, ({ entry }) => entry.group)].map(([group, members]) =>
    h(
      'section',
      { class: 'gallery-group' },
      h('h2', {}, group),
      h('ul', { role: 'list' }, ...members.map(({ element }) => h('li', {}, element)))
    )
  )
}

function nothing(ensemble: HTMLInputElement, show: () => void): HTMLElement {
  const clear = () => {
    ensemble.value = ''
    show()
    ensemble.focus()
  }
  return h(
    'div',
    { class: 'gallery-nothing' },
    h('p', {}, `Nothing called “${ensemble.value.trim()}”`),
    h('button', { type: 'button', class: 'plain-button', on: { click: clear } }, 'Clear')
  )
}
