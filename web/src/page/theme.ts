import type { Settings, Theme } from '../model/settings.ts'
import { remember, remembered } from '../model/storage.ts'

const key = 'linkwork-theme'
const plates: Record<Theme, string> = { dark: '#181b1d', light: '#f5f3ee' }

/** Follows the settings' theme; first the address, then the last choice, then the system. */
export function followTheme(settings: Settings, addressed: Theme | undefined): void {
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  const last = remembered(key)
  settings.theme.value = addressed ?? (last === 'dark' || last === 'light' ? last : system)
  settings.theme.subscribe((theme) => {
    document.documentElement.dataset.theme = theme
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', plates[theme])
    // What fades under the hand does not fade from theme to theme.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  })
  settings.theme.onChange((theme) => remember(key, theme))
}
