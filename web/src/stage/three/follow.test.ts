import { Vector3 } from 'three'
import { expect, it } from 'vitest'
import { Follower } from './follow.ts'

const zone = new Vector3(0.4, 0.3, 1)
const frame = 1000 / 60
const follower = (reduced = false) => new Follower(zone, () => reduced)

/** Follows a trajectory for a time [s]. Returns the largest change of the offset in a frame. */
function followed(one: Follower, trajectory: (t: number) => Vector3, seconds: number): number {
  let [jump, before] = [0, one.offset.clone()]
  for (let t = 0; t < seconds; t += frame / 1000) {
    one.update(trajectory(t), frame)
    jump = Math.max(jump, one.offset.distanceTo(before))
    before = one.offset.clone()
  }
  return jump
}

it('rests while the mechanism stays in its zone', () => {
  const one = follower()
  followed(one, (t) => new Vector3(0.39 * Math.sin(3 * t), 0, 0), 10)
  expect(one.offset.toArray()).toEqual([0, 0, 0])
})

it('keeps a walker within its zone, without a jump', () => {
  const one = follower()
  const speed = 0.3
  const jump = followed(one, (t) => new Vector3(speed * t, 0, 0), 20)
  const gap = speed * 20 - one.offset.x
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(0.6) // behind by 2 v / ω
  expect(jump).toBeLessThan(0.02)
})

it('comes to rest where the mechanism does, however long the frames are', () => {
  for (const long of [4, 16, 90]) {
    const one = follower()
    one.update(new Vector3(), long)
    for (let i = 0; i < 10_000 / long; i++) one.update(new Vector3(0, 2, 0), long)
    expect(one.offset.y).toBeGreaterThan(1.95)
    expect(one.offset.y).toBeLessThan(2.001)
  }
})

it('cuts where motion is reduced, and where time has jumped', () => {
  const calm = follower(true)
  calm.update(new Vector3(), frame)
  calm.update(new Vector3(1, 0, 0), frame)
  expect(calm.offset.x).toBe(1)
  const one = follower()
  one.update(new Vector3(), frame)
  one.cut()
  one.update(new Vector3(0, 0, 3), frame)
  expect(one.offset.z).toBe(3)
  one.cut()
  one.update(new Vector3(0.1, 0, 0), frame)
  expect(one.offset.toArray()).toEqual([0, 0, 0])
})
