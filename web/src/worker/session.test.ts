import { type Linkwork, load, type Simulation } from 'linkwork'
import { beforeEach, expect, it, vi } from 'vitest'
import { initialOptions, motionOf } from '../model/mechanisms/entry.ts'
import { findMechanism } from '../model/mechanisms/index.ts'
import { firstSolverOf } from '../model/settings.ts'
import { Frame } from './frame.ts'
import { Session } from './session.ts'

const linkwork = await load()
const warmUp = 30

// Computing takes no time: a busy machine drops no frames.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
})

/** The library, with a count of the accesses to each member of its simulations. */
const groups = ['energy', 'forces', 'dynamics', 'constraints']

function counting(): { counted: Linkwork; calls: Map<string, number> } {
  const calls = new Map<string, number>()
  const watch = <Thing extends object>(thing: Thing, group = ''): Thing =>
    new Proxy(thing, {
      get(target, name) {
        const member = Reflect.get(target, name, target)
        const path = `${group}${String(name)}`
        if (groups.includes(path)) return watch(member as object, `${path}.`)
        calls.set(path, (calls.get(path) ?? 0) + 1)
        return typeof member === 'function' ? member.bind(target) : member
      },
      set: (target, name, value) => Reflect.set(target, name, value, target)
    })
  const counted: Linkwork = Object.create(linkwork, {
    simulate: {
      value: (...given: Parameters<Linkwork['simulate']>) =>
        watch<Simulation>(linkwork.simulate(...given))
    }
  })
  return { counted, calls }
}

function open(library: Linkwork, id: string, chosen: Record<string, number> = {}): Session {
  const entry = findMechanism(id)
  if (!entry) throw new Error(`no mechanism ${id}`)
  const options = { ...initialOptions(entry), ...chosen }
  const build = {
    ...({
      type: 'build',
      epoch: 1,
      playing: true,
      ensemble: false,
      sound: false,
      keepState: false
    } as const),
    source: entry.source(options),
    choice: { ...firstSolverOf(entry), speed: 1 },
    motors: motionOf(entry, options)
  }
  return new Session(library, build, undefined, (_, error) => {
    throw error
  })
}

/** Requests frames at 60 per second, as the page does. */
function frames(session: Session, from: number, to: number): Frame {
  const { mechanism, positions, velocities } = session.built
  const frame = session.frame(Frame.allocate(mechanism.bodies.length, positions, velocities))
  for (let i = from; i < to; i++) {
    session.advance((1000 * i) / 60)
    session.fill(frame)
  }
  return frame
}

it('reads shown values once per frame, and history values fifty times per second', () => {
  const { counted, calls } = counting()
  const session = open(counted, 'leg')
  frames(session, 0, warmUp)
  calls.clear()
  const shown = 120
  const { time } = frames(session, warmUp, warmUp + shown)
  expect(time).toBeCloseTo((warmUp + shown - 1) / 60, 2)
  for (const name of [
    'energy.kinetic',
    'energy.potential',
    'energy.work',
    'constraints.loopError',
    'dynamics.forwardDynamics'
  ])
    expect([name, calls.get(name)]).toEqual([name, shown])
  expect(calls.get('poses')).toBe(shown + 1) // once by what was built
  expect(calls.get('snapshot')).toBe(shown / 60 / 0.02)
  // To the next snapshot and to the end of the frame.
  expect(calls.get('step')).toBeLessThan(2 * shown)
  session.dispose()
})

it('measures what is followed each 4 ms, however seldom frames are', () => {
  const session = open(linkwork, 'leg')
  session.probe([{ of: 'q', at: 0 }], 1)
  frames(session, 0, warmUp)
  const times = session.takeProbed()?.rows.map(([time = Number.NaN]) => time) ?? []
  expect(times.length).toBeGreaterThan(100)
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(0.0041)
  session.dispose()
})

it('passes a jam, and keeps by how much contacts broke their laws', () => {
  const session = open(linkwork, 'draped-chain', { friction: 1.5 })
  const frame = frames(session, 0, 180)
  expect(session.time).toBeGreaterThan(2.5)
  expect(frame.contactError).toBeGreaterThan(0)
  expect(frame.contactError).toBeLessThan(0.02)
  session.dispose()
})
