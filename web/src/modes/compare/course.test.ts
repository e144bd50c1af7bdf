import { expect, it } from 'vitest'
import { Course } from './course.ts'

it('holds values in the order of time, and forgets what is replaced', () => {
  const course = new Course()
  for (const time of [0, 1, 2, 3]) course.push(time, 10 * time)
  expect([...course.between(1, 2)]).toEqual([
    [1, 10],
    [2, 20]
  ])
  course.push(1.5, 5)
  expect([...course.between(0, 9)].at(-1)).toEqual([1.5, 5])
  course.discardAfter(0.5)
  expect(course.length).toBe(1)
  course.clear()
  expect(course.end).toBeUndefined()
})

it('forgets its oldest when it is long', () => {
  const course = new Course()
  for (let at = 0; at <= 20_000; at++) course.push(at, at)
  expect(course.length).toBe(10_001)
  expect([...course.between(0, 10_000)]).toEqual([[10_000, 10_000]])
})
