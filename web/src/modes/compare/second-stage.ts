import type { SecondState } from '../../model/messages.ts'
import { onChange } from '../../model/signals.ts'
import type { Stage, StageMechanism } from '../../model/stage.ts'
import { Hand } from '../../stage/hand.ts'
import { openStage } from '../../stage/open-stage.ts'
import type { ModeHost } from '../mode.ts'

/** The stage of the second half, with the camera of the first one. */
export class SecondStage {
  readonly #host: ModeHost
  readonly #container: HTMLElement
  #stage: Stage | undefined
  #isLoading = false
  #wanted = false
  /** Drags both halves. */
  readonly #hand: Hand
  #time = 0

  constructor(host: ModeHost, container: HTMLElement) {
    this.#host = host
    this.#container = container
    this.#hand = new Hand(host.run.send, () => this.#stage)
    const { settings, run } = host
    onChange(settings.theme, (theme) => this.#stage?.setTheme(theme))
    onChange(settings.show, (show) => this.#stage?.setShow(show))
    onChange(run.built, () => this.#showMechanism())
    onChange(run.stage, () => this.show(this.#wanted))
  }

  /** Opens it if there is a first stage, or removes it. */
  async show(wanted: boolean): Promise<void> {
    this.#wanted = wanted
    const { settings, run } = this.#host
    if (!wanted) {
      this.#stage?.dispose()
      this.#stage = undefined
      return
    }
    const first = run.stage.value
    if (this.#stage || this.#isLoading || !first) return
    this.#isLoading = true
    const options = { callout: () => null, leader: first }
    const { stage } = await openStage(this.#container, this.#hand.events, options)
    this.#isLoading = false
    this.#stage = stage
    stage.element.setAttribute('role', 'img')
    stage.element.setAttribute('aria-label', 'B, next to A')
    stage.setTheme(settings.theme.value)
    stage.setShow(settings.show.value)
    this.#showMechanism()
    this.take(run.second.value)
    if (!this.#wanted) await this.show(false)
  }

  take(view: SecondState | undefined): void {
    if (!view || !this.#stage) return
    if (view.time < this.#time - 1e-9) this.#stage.resetHistory()
    this.#time = view.time
    this.#stage.setState(view.poses, view.q, view.time)
  }

  render(now: number): void {
    this.#stage?.render(now)
  }

  #showMechanism(): void {
    const { settings, run } = this.#host
    const built = run.built.value
    if (!built) return
    const entry = settings.entry.value
    const options = settings.options.value
    const shown: StageMechanism = {
      id: entry.id,
      mechanism: built.mechanism,
      framing: entry.framing(options, built),
      size: entry.ensemble?.size,
      options
    }
    this.#stage?.setMechanism(shown)
  }
}
