import { mechanisms } from '../model/mechanisms/index.ts'
import type { Settings } from '../model/settings.ts'
import { onChange } from '../model/signals.ts'
import type { Run } from '../stage/run.ts'

/** Duration of each mechanism, and of the pause between two [ms]. */
const period = 20_000
const pause = 600
/** Speed of the camera [°/ms]. */
const rate = 0.003
/** Time after the start in which pointer moves are ignored [ms], and the least move after it [px]. */
const patience = 1000
const farEnough = 3

/**
 * Shows the stage on the whole screen with a moving camera, one mechanism of the gallery after the
 * other. Any key, touch or move of the pointer ends it.
 */
export class Screensaver {
  readonly #settings: Settings
  readonly #run: Run
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)')
  /** Start of the present mechanism, and the last frame [ms]. */
  #since = 0
  #last = 0
  #began = 0
  #before: { focused: Element | null; playing: boolean } | undefined
  #lock: WakeLockSentinel | undefined

  constructor(settings: Settings, run: Run) {
    this.#settings = settings
    this.#run = run
    settings.screensaver.subscribe((on) => (on ? this.#begin() : this.#end()))
    for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
      addEventListener(type, (event) => this.#leave(event), { capture: true, passive: false })
    document.addEventListener('fullscreenchange', () => {
      if (!document.fullscreenElement) settings.screensaver.value = false
    })
    onChange(run.built, () => this.#show('on'))
  }

  draw(now: number): void {
    if (!this.#settings.screensaver.value) return
    const elapsed = Math.min(100, now - this.#last)
    this.#last = now
    if (!this.#calm.matches) this.#orbit(rate * elapsed)
    const watched = now - this.#since
    if (watched > period - pause && this.#run.built.value) this.#show('between')
    if (watched < period) return
    this.#since = now
    const place = mechanisms.indexOf(this.#settings.entry.value)
    const next = mechanisms[(place + 1) % mechanisms.length]
    if (next) this.#run.choose(next)
  }

  #orbit(degrees: number): void {
    const stage = this.#run.stage.value
    const [azimuth, ...rest] = stage?.getCamera() ?? []
    if (azimuth !== undefined) stage?.setCamera([azimuth + degrees, ...rest])
  }

  #begin(): void {
    const { mode, playing } = this.#settings
    this.#before = { focused: document.activeElement, playing: playing.value }
    this.#since = this.#last = this.#began = performance.now()
    mode.value = 'watch'
    playing.value = true
    this.#show('on')
    this.#run.live.say('Screensaver. Any key leaves it.')
    // Without a user activation, the stage fills the window only.
    if (navigator.userActivation?.isActive)
      document.documentElement.requestFullscreen?.().catch(() => undefined)
    this.#stayAwake()
  }

  async #stayAwake(): Promise<void> {
    this.#lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (!this.#settings.screensaver.value) this.#lock?.release()
  }

  #end(): void {
    if (!this.#before) return
    const { focused, playing } = this.#before
    this.#before = undefined
    delete document.documentElement.dataset.screensaver
    this.#settings.playing.value = playing
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    if (document.fullscreenElement) document.exitFullscreen()
    this.#lock?.release()
  }

  #show(state: 'on' | 'between'): void {
    if (this.#before) document.documentElement.dataset.screensaver = state
  }

  #leave(event: Event): void {
    if (!this.#settings.screensaver.value) return
    event.stopPropagation()
    if (event instanceof KeyboardEvent && event.repeat) return
    if (event instanceof PointerEvent && event.type === 'pointermove') {
      const { movementX, movementY } = event
      const isNew = performance.now() - this.#began < patience
      if (isNew || Math.hypot(movementX, movementY) < farEnough) return
    }
    event.preventDefault()
    this.#settings.screensaver.value = false
  }
}
