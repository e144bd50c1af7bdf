import type { Integrator, Method } from 'linkwork'
import type { TopicName } from '../../../model/lesson.ts'
import type { OptionValues } from '../../../model/mechanisms/entry.ts'
import type { FigureName } from './figures.ts'

/** Settings of the stage at a stop. Default: those that the mechanism opens with. */
export interface StageSetting {
  /** Of the gallery: 'four-bar'. */
  readonly mechanism: string
  readonly options?: OptionValues
  readonly method?: Method
  readonly integrator?: Integrator
  /** Seconds. */
  readonly step?: number
  /** Simulated seconds per second. */
  readonly speed?: number
  readonly accuracy?: boolean
}

export interface Stop {
  readonly title: string
  /** At most 60 words. */
  readonly text: string
  /** Default: the stage of the stop before continues. */
  readonly stage?: StageSetting
  /** The topic whose picture and numbers surround the stage. */
  readonly part?: TopicName
  /** Measured while one reads. */
  readonly figures?: readonly FigureName[]
  /** Suggestion for the controls. */
  readonly tryIt?: string
}

export interface Tour {
  readonly title: string
  readonly paper: string
  readonly stops: readonly Stop[]
}

/** Returns the setting of a stop: its own, or that of the last stop before it. */
export function stageAt({ stops }: Tour, stop: number): StageSetting | undefined {
  return stops.slice(0, stop).findLast(({ stage }) => stage)?.stage
}
