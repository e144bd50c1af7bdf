import type { Measurements } from '../state/measurements.ts'
import type { Settings } from '../state/settings.ts'
import type { LiveRegion } from '../ui/live-region.ts'
import { writeTime } from '../ui/numbers.ts'

/** Says when a tolerance was passed. */
export function announceBreaches({ breaches }: Measurements, live: LiveRegion): void {
  for (const [name, breach] of Object.entries(breaches)) {
    breach.onChange((since) => {
      if (since !== null)
        live.say(`The ${name} tolerance was passed at ${writeTime(since)} seconds`)
    })
  }
}

/** What the stage's picture shows, for those who do not see it. */
export function describeStage({ entry, playing }: Settings, bodies: number, time: number): string {
  const moving = playing.value ? 'moving' : 'paused'
  return `${entry.value.title}, ${bodies} parts, ${moving}, ${Math.round(time)} seconds`
}
