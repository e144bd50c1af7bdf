import { type Address, holdsFile, type Look, readAddress, writeAddress } from '../model/address.ts'
import type { MechanismEntry } from '../model/mechanisms/entry.ts'
import type { Settings } from '../model/settings.ts'
import { onAnyChange } from '../model/signals.ts'

/** Browsers refuse a page that changes its address more than some times a second [ms]. */
const pause = 400

export interface AddressedPage {
  /** Simulated time [s]. */
  readonly time: number
  /** Shows what an address holds. */
  show(address: Address): void
  say(words: string): void
  /** The visitor's own file that a place in the browser's history keeps, if it does. */
  ownEntry(kept: unknown): MechanismEntry | undefined
}

export interface AddressBar {
  /** Looks where time rests; called five times a second. */
  write(): void
  /** The address as it is given away. */
  share(look: Look): void
  /** Another mechanism is another place to come back to; `kept` is what only the history can hold. */
  visit(choose: () => void, kept?: unknown): void
}

/**
 * Keeps the browser's address in step with the page: another mechanism is a new place, every other
 * change replaces the present one, and Back, Forward and addresses that are typed are shown. Time is
 * written where it rests, and where a place is left.
 */
export function followAddress(settings: Settings, page: AddressedPage): AddressBar {
  let written = location.hash
  let timer = 0
  /** Wall clock of the last change [ms]. */
  let last = Number.NEGATIVE_INFINITY
  /** The page is being set to an address: nothing of that is a change of the visitor's. */
  let showing = false
  /** The instant of the last look [s]. */
  let seen = 0

  const replace = (time: number, look?: Look) => {
    clearTimeout(timer)
    written = writeAddress(settings, time, look)
    history.replaceState(history.state, '', written)
  }
  const timeAtRest = () => (settings.playing.value ? 0 : page.time)
  const changed = () => {
    if (showing) return
    clearTimeout(timer)
    timer = window.setTimeout(
      () => {
        last = performance.now()
        replace(timeAtRest())
      },
      last + pause - performance.now()
    )
  }
  const { mode, lesson, options, method, integrator, step, speed, motors } = settings
  const { backend, show, accuracy, screensaver, playing, compared } = settings
  const held = [
    ...[mode, lesson, options, method, integrator, step, speed, motors, backend],
    ...[show, accuracy, screensaver, playing],
    ...[compared.variant, compared.method, compared.integrator, compared.step, compared.view]
  ]
  onAnyChange(held, changed)

  const follow = async () => {
    if (location.hash === written) return
    clearTimeout(timer)
    if (holdsFile(location.hash)) {
      const { takeHeldFile } = await import('./held-file.ts')
      await takeHeldFile()
    }
    const address = readAddress(location.hash, page.ownEntry(history.state))
    if (address.unknown) {
      replace(timeAtRest())
      page.say(`${address.unknown}: what runs goes on.`)
      return
    }
    written = location.hash
    showing = true
    page.show(address)
    showing = false
  }
  addEventListener('popstate', follow)
  addEventListener('hashchange', follow)

  return {
    write() {
      if (settings.playing.value || page.time === seen) return
      seen = page.time
      changed()
    },
    share: (look) => replace(page.time, look),
    visit(choose, kept = null) {
      replace(page.time)
      showing = true
      choose()
      showing = false
      written = writeAddress(settings, 0)
      history.pushState(kept, '', written)
    }
  }
}
