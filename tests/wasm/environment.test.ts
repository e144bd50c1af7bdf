import { chain, type EnvironmentOptions, type Linkwork, load, vectorEnvironment } from 'linkwork'
import { beforeAll, expect, it } from 'vitest'

// An ensemble as learners want it: what is observed, done and paid for, and how episodes follow.

let linkwork: Linkwork
beforeAll(async () => {
  linkwork = await load()
})

const links = 3
const make = (count: number) => linkwork.ensemble(chain({ links }), { count })
const free = () => {}

it('shows what it is to show, drives what it is to drive, and pays what the callback says', () => {
  using ensemble = make(2)
  using reference = make(2)
  const environment = vectorEnvironment(ensemble, {
    observe: { q: [2, 0], v: [1] },
    act: [1],
    hold: 5,
    reward: ({ q, v, actions, observations, count }, rewards) => {
      for (let copy = 0; copy < count; copy++)
        rewards[copy] =
          (q[copy * links + 2] ?? 0) +
          (v[copy * links] ?? 0) -
          (actions[copy] ?? 0) ** 2 +
          (observations[3 * copy] ?? 0)
    }
  })
  const { observationSize, actionSize, count } = environment
  expect([observationSize, actionSize, count]).toEqual([3, 1, 2])
  const start = environment.reset()
  expect(Array.from(start)).toEqual([
    ...[reference.q[2], reference.q[0], reference.v[1]],
    ...[reference.q[5], reference.q[3], reference.v[4]]
  ])
  const { observations, rewards, terminated, truncated } = environment.step([0.3, -0.2])
  reference.setTorques([0, 0.3, 0, 0, -0.2, 0])
  reference.step(5)
  const { q, v } = reference
  expect(Array.from(observations)).toEqual([q[2], q[0], v[1], q[5], q[3], v[4]])
  expect(Array.from(rewards)).toEqual([
    (q[2] ?? 0) + (v[0] ?? 0) - 0.3 ** 2 + (q[2] ?? 0),
    (q[5] ?? 0) + (v[3] ?? 0) - (-0.2) ** 2 + (q[5] ?? 0)
  ])
  expect([...terminated, ...truncated]).toEqual([0, 0, 0, 0])
})

it('shows and drives all where nothing else is said', () => {
  using ensemble = make(2)
  const environment = vectorEnvironment(ensemble, { reward: free })
  expect([environment.observationSize, environment.actionSize]).toEqual([2 * links, links])
  environment.reset()
  const { observations, rewards } = environment.step(new Float64Array(2 * links))
  const rows = [0, 1].flatMap((copy) =>
    [ensemble.q, ensemble.v].flatMap((array) => [...array.slice(copy * links, (copy + 1) * links)])
  )
  expect(Array.from(observations)).toEqual(rows)
  expect(Array.from(rewards)).toEqual([0, 0])
})

it('starts the next episode of a copy that is done, and leaves the others alone', () => {
  using ensemble = make(3)
  using reference = make(1)
  const started: [number, number][] = []
  const environment = vectorEnvironment(ensemble, {
    observe: { q: [0], v: [] },
    horizon: 4,
    reward: (_, rewards) => rewards.fill(1),
    done: ({ q }, done) => {
      done[1] = Number((q[links] as number) > 9)
    },
    start: (copy, episode, q, v) => {
      started.push([copy, episode])
      q[0] = episode === 0 && copy === 1 ? 10 : 0.1 * copy + episode
      v.fill(0)
    }
  })
  expect(Array.from(environment.reset())).toEqual([0, 10, 0.2])
  const still = new Float64Array(3 * links)
  let outcome = environment.step(still)
  expect(Array.from(outcome.terminated)).toEqual([0, 1, 0])
  expect(outcome.finalObservations[1]).toBeCloseTo(10, 2)
  expect(outcome.observations[1]).toBe(1.1)
  expect([0, 1, 2].map((copy) => ensemble.time(copy))).toEqual([0.001, 0, 0.001])
  for (let action = 1; action < 4; action++) outcome = environment.step(still)
  expect(Array.from(outcome.truncated)).toEqual([1, 0, 1])
  expect(Array.from(outcome.terminated)).toEqual([0, 0, 0])
  outcome = environment.step(still)
  expect(Array.from(outcome.truncated)).toEqual([0, 1, 0])
  expect(started).toEqual([
    ...[0, 1, 2].map((copy) => [copy, 0]),
    [1, 1],
    ...[
      [0, 1],
      [2, 1]
    ],
    [1, 2]
  ])
  // The first copy is one step into its second episode, as if it had never had another.
  reference.setState(0, [1, ...reference.q.slice(1)], new Float64Array(links))
  reference.step(1)
  expect(ensemble.q.slice(0, links)).toEqual(reference.q)
})

it('ends the episode of a copy that cannot go on', () => {
  using ensemble = make(2)
  const environment = vectorEnvironment(ensemble, { reward: free })
  environment.reset()
  const { terminated } = environment.step([1e12, 1e12, 1e12, 0, 0, 0])
  expect(Array.from(terminated)).toEqual([1, 0])
  expect(ensemble.failures).toEqual([])
  expect(Array.from(environment.step(new Float64Array(6)).terminated)).toEqual([0, 0])
})

it('says what is wrong with what it is given', () => {
  using ensemble = make(2)
  const wrong = (options: object) =>
    expect(() => vectorEnvironment(ensemble, { reward: free, ...options } as EnvironmentOptions))
  wrong({ reward: undefined }).toThrow('reward: expected a function, found undefined')
  wrong({ done: 1 }).toThrow('done: expected a function, found 1')
  wrong({ start: 'here' }).toThrow('start: expected a function, found "here"')
  wrong({ act: [3] }).toThrow('act[0]: expected a whole number from 0 to 2, found 3')
  wrong({ act: [1, 1] }).toThrow('act: expected every place once, found 1 twice')
  wrong({ observe: { q: 1 } }).toThrow('observe.q: expected an array of places, found 1')
  wrong({ observe: { w: [] } }).toThrow('observe: no option is named "w"')
  wrong({ hold: 0 }).toThrow('hold: expected a whole number from 1')
  wrong({ horizon: 0.5 }).toThrow('horizon: expected a whole number from 1')
  wrong({ rewards: free }).toThrow('options: no option is named "rewards"')
  const environment = vectorEnvironment(ensemble, {
    reward: (_, rewards) => rewards.fill(Number.NaN)
  })
  expect(() => environment.step([0])).toThrow('actions: expected 6 numbers, found 1')
  expect(() => environment.step(new Float64Array(6))).toThrow(
    'rewards[0]: expected a finite number'
  )
})
