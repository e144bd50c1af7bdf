import type { Settings, Theme } from '../model/settings.ts'

const plates: Record<Theme, string> = { dark: '#181b1d', light: '#f5f3ee' }

export const systemTheme = (): Theme =>
  matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'

/** Shows the page in the theme of the settings. */
export function followTheme(settings: Settings): void {
  settings.theme.subscribe((theme) => {
    document.documentElement.dataset.theme = theme
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', plates[theme])
    // A change of theme has no transitions.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  })
}
