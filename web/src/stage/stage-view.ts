import type { Settings } from '../model/settings.ts'
import type { Box } from '../model/stage.ts'
import { boxesFrom, linesFrom } from '../ui/boxes.ts'
import { h, setText } from '../ui/dom.ts'
import { icon } from '../ui/icons.ts'

export interface StageView {
  /** The stage with its overlays. */
  readonly element: HTMLElement
  /** Parent of the 3-D stage or the drawing. */
  readonly container: HTMLElement
  /** Boxes of the text over the stage. */
  covered(): Box[]
  setFacts(facts: string): void
  /** Loaded bytes of the solver; null when it is loaded. */
  setProgress(progress: { loaded: number; total: number } | null): void
  /** Shows a sentence over the stage, with a button if there is an action; null hides it. */
  setNotice(words: string | null, action?: { label: string; run: () => void }): void
  /** Shows a message with a button that closes it. */
  say(words: string): void
  /** Shown until the first play if reduced motion is set. */
  setInvitation(shown: boolean): void
}

/** The stage's frame: title, facts and messages. */
export function stageView(settings: Settings, play: () => void): StageView {
  const container = h('div', { class: 'stage-host' })
  const title = h('h2', { class: 'stage-title' })
  const facts = h('p', { class: 'stage-facts' })
  const loading = loadingBar()
  const notice = h('div', { class: 'notice', role: 'status', hidden: true })
  const invitation = h(
    'button',
    { type: 'button', class: 'invitation', on: { click: play } },
    icon('play'),
    h('span', {}, 'Play')
  )
  settings.entry.subscribe((entry) => setText(title, entry.title))
  const setNotice: StageView['setNotice'] = (words, action) => {
    notice.hidden = words === null
    notice.replaceChildren(
      h('p', {}, words),
      ...(action
        ? [
            h(
              'button',
              { type: 'button', class: 'plain-button', on: { click: action.run } },
              action.label
            )
          ]
        : [])
    )
  }
  const element = h(
    'div',
    { class: 'stage' },
    container,
    h('div', { class: 'stage-words' }, title, facts, loading.element, invitation),
    notice
  )
  return {
    element,
    container,
    covered: () => [
      ...[title, facts].flatMap((words) => linesFrom(container, words)),
      ...boxesFrom(container, [loading.element, invitation, notice])
    ],
    setFacts: (words) => setText(facts, words),
    setProgress: loading.set,
    setNotice,
    say: (words) => setNotice(words, { label: 'Close', run: () => setNotice(null) }),
    setInvitation: (shown) => (invitation.hidden = !shown)
  }
}

/** "Loading solver" with a progress bar of loaded bytes. */
function loadingBar(): { element: HTMLElement; set: StageView['setProgress'] } {
  const words = h('span', {}, 'Loading solver')
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Loading solver' })
  const element = h('div', { class: 'loading' }, words, bar)
  return {
    element,
    set(progress) {
      element.hidden = progress === null
      if (!progress || progress.total <= 0) return
      bar.value = progress.loaded / progress.total
      const [here, all] = [progress.loaded, progress.total].map((bytes) => Math.round(bytes / 1000))
      setText(words, `Loading solver, ${here} of ${all} kB`)
    }
  }
}
