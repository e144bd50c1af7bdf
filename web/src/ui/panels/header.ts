import type { Settings } from '../../model/settings.ts'
import { fill, h, setText } from '../dom.ts'
import { icon, wordmark } from '../icons.ts'

export interface HeaderActions {
  openGallery(): void
  openSetup(): void
  /** False if the address cannot hold the shown mechanism. */
  share(): Promise<boolean>
  toggleTheme(): void
  openHelp(): void
}

const copiedFor = 1600

/** Wordmark and the page's own buttons; on a phone the mechanism's name opens the gallery. */
export function header(
  settings: Settings,
  actions: HeaderActions,
  modes: HTMLElement
): HTMLElement {
  const name = h('span')
  const title = h(
    'button',
    {
      type: 'button',
      class: 'header-mechanism',
      'aria-haspopup': 'dialog',
      on: { click: actions.openGallery }
    },
    name,
    icon('down')
  )
  settings.entry.subscribe((entry) => {
    setText(name, entry.name)
    title.setAttribute('aria-label', `${entry.name}, choose a mechanism`)
  })
  return h(
    'header',
    { class: 'header' },
    h('div', { class: 'brand' }, wordmark(), h('h1', {}, 'linkwork')),
    h('p', { class: 'tagline' }, 'multibody dynamics, checked live'),
    title,
    modes,
    h(
      'div',
      { class: 'header-buttons' },
      h(
        'button',
        {
          type: 'button',
          class: 'header-button setup-button',
          'aria-label': 'Setup',
          on: { click: actions.openSetup }
        },
        icon('setup')
      ),
      shareButton(actions),
      themeButton(settings, actions),
      h(
        'button',
        {
          type: 'button',
          class: 'header-button',
          'aria-label': 'Help',
          on: { click: actions.openHelp }
        },
        icon('help'),
        h('span', {}, 'Help')
      )
    )
  )
}

function shareButton(actions: HeaderActions): HTMLElement {
  const words = h('span', {}, 'Share')
  const button = h(
    'button',
    { type: 'button', class: 'header-button', 'aria-label': 'Share' },
    icon('share'),
    words
  )
  button.addEventListener('click', async () => {
    if (!(await actions.share())) return
    button.classList.add('copied')
    button.setAttribute('aria-label', 'Copied')
    setText(words, 'Copied')
    setTimeout(() => {
      button.classList.remove('copied')
      button.setAttribute('aria-label', 'Share')
      setText(words, 'Share')
    }, copiedFor)
  })
  return button
}

/** Offers the other theme. */
function themeButton(settings: Settings, actions: HeaderActions): HTMLElement {
  const button = h('button', {
    type: 'button',
    class: 'header-button',
    on: { click: actions.toggleTheme }
  })
  settings.theme.subscribe((theme) => {
    const other = theme === 'dark' ? 'Light' : 'Dark'
    fill(button, icon(theme === 'dark' ? 'sun' : 'moon'), h('span', {}, other))
    button.setAttribute('aria-label', `${other} theme`)
  })
  return button
}
