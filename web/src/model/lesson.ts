/** Lessons of Understand: three topics, and tours with stops. */
export const topicNames = ['recursion', 'clusters', 'linear-time'] as const
export const tourNames = ['lee', 'si-guenter', 'baraff', 'bruedigam', 'chignoli'] as const

export type TopicName = (typeof topicNames)[number]
export type TourName = (typeof tourNames)[number]

export interface Lesson {
  readonly name: TopicName | TourName
  /** Of a tour: 1 is the first. */
  readonly stop: number
}

export const firstLesson: Lesson = { name: 'recursion', stop: 1 }

/** No tour has more stops. */
export const mostStops = 9

export const isTour = (name: Lesson['name']): name is TourName =>
  tourNames.some((tour) => tour === name)
