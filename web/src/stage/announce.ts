import type { Measurements } from '../client/measurements.ts'
import type { Built } from '../model/messages.ts'
import { writeTime } from '../model/numbers.ts'
import type { Settings } from '../model/settings.ts'
import { onChange } from '../model/signals.ts'
import type { Stage } from '../model/stage.ts'
import type { LiveRegion } from '../ui/live-region.ts'

/** Announces when a tolerance is exceeded. */
export function announceBreaches({ breaches }: Measurements, live: LiveRegion): void {
  for (const [name, breach] of Object.entries(breaches)) {
    onChange(breach, (since) => {
      if (since !== null)
        live.say(`The ${name} tolerance was passed at ${writeTime(since)} seconds`)
    })
  }
}

/** Pause between two descriptions of the stage [ms]. */
const pause = 10_000

/** Description of the stage for screen readers. */
export class Description {
  #written = Number.NEGATIVE_INFINITY

  /** Makes the next description immediate. */
  restart(): void {
    this.#written = Number.NEGATIVE_INFINITY
  }

  write(now: number, stage: Stage, settings: Settings, { mechanism }: Built, time: number): void {
    if (now - this.#written < pause) return
    this.#written = now
    const { entry, playing } = settings
    const moving = playing.value ? 'moving' : 'paused'
    const words = `${entry.value.title}, ${mechanism.bodies.length} parts, ${moving}, ${Math.round(time)} seconds`
    stage.element.setAttribute('aria-label', words)
  }
}
