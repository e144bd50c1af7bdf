import { type Address, holdsFile, type Look, readAddress, writeAddress } from '../model/address.ts'
import type { MechanismEntry } from '../model/mechanisms/entry.ts'
import type { Settings } from '../model/settings.ts'
import { onAnyChange } from '../model/signals.ts'

/** Least time between two changes, because browsers limit their number [ms]. */
const pause = 400

export interface AddressedPage {
  /** Simulated time [s]. */
  readonly time: number
  /** Shows an address. */
  show(address: Address): void
  say(words: string): void
  /** Returns the user's mechanism of a history entry, if there is one. */
  ownEntry(kept: unknown): MechanismEntry | undefined
}

export interface AddressBar {
  /** Writes the time while it is paused; called five times a second. */
  write(): void
  /** Writes the address for sharing. */
  share(look: Look): void
  /** Adds a history entry for another mechanism; `kept` is its state. */
  visit(choose: () => void, kept?: unknown): void
}

/**
 * Keeps the address of the browser up to date. Another mechanism adds a history entry, other changes
 * replace the present one. Back, Forward and typed addresses are shown. The time is written when it is
 * paused, and when an entry is left.
 */
export function followAddress(settings: Settings, page: AddressedPage): AddressBar {
  let written = location.hash
  let timer = 0
  /** Wall clock of the last change [ms]. */
  let last = Number.NEGATIVE_INFINITY
  /** Whether an address is being shown, so changes are not of the user. */
  let showing = false
  /** Time at the last call of `write` [s]. */
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
