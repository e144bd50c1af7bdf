import type { Integrator, Method } from 'linkwork'
import type { TopicName } from '../../../model/lesson.ts'
import type { OptionValues } from '../../../model/mechanisms/entry.ts'
import type { FigureName } from './figures.ts'

/** What a stop puts on the stage; what it leaves out is as the mechanism opens. */
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
  /** Default: what the stop before it shows goes on. */
  readonly stage?: StageSetting
  /** The topic whose picture and numbers stand around the stage. */
  readonly part?: TopicName
  /** Measured while one reads. */
  readonly figures?: readonly FigureName[]
  /** What to do with the controls. */
  readonly tryIt?: string
}

export interface Tour {
  readonly title: string
  readonly paper: string
  readonly stops: readonly Stop[]
}

/** What the stage shows at a stop: its own setting, or that of the last one before it. */
export function stageAt({ stops }: Tour, stop: number): StageSetting | undefined {
  return stops.slice(0, stop).findLast(({ stage }) => stage)?.stage
}
