import assert from 'node:assert/strict'
import test from 'node:test'
import { product, rotate, times, turnAbout } from '../../bench/peers-wasm/algebra.mjs'
import { energyOf, gapOf, slipOf } from '../../bench/peers-wasm/errors.mjs'
import { problemOf } from '../../bench/peers-wasm/problem.mjs'
import { median, stopwatch, timeInTurns } from '../../bench/peers-wasm/rounds.mjs'

/** A clock that only reading it, and steps of its motions, move on. */
function clockwork(overhead = 1e-4) {
  let now = 0
  const motion = (cost, poses = [0]) => ({
    step: (count) => {
      now += count * cost
    },
    read: () => ({ poses }),
    save: () => 'start',
    restore: (state) => assert.equal(state, 'start')
  })
  const read = async () => {
    now += overhead
    return now
  }
  return { motion, read }
}

const effort = { rounds: 3, block: 0.01, warm: 0.02 }

test('a median is between the halves', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 3, 2]), 2.5)
})

test('steps take what the clock says without its own time', async () => {
  const { motion, read } = clockwork()
  const costs = [1e-6, 3e-5, 0.05] // less than a block and more
  const entries = costs.map((cost) => ({ way: {}, step: 1e-3, motion: motion(cost) }))
  await timeInTurns(entries, await stopwatch(read), effort)
  entries.forEach(({ microseconds }, i) => {
    // Sums of fewer than 1e6 roundings of a clock below 10 s, over at least 0.01 s.
    assert.ok(Math.abs(microseconds / (1e6 * costs[i]) - 1) < 1e-6, `${microseconds}`)
  })
})

test('an engine that fails says so, and the others go on', async () => {
  const { motion, read } = clockwork()
  const broken = {
    ...motion(1e-5),
    step: () => {
      throw new Error('no such step\nat all')
    }
  }
  const motions = [broken, motion(1e-5, [Number.NaN]), motion(1e-5)]
  const entries = motions.map((each) => ({ way: {}, step: 1e-3, motion: each }))
  await timeInTurns(entries, await stopwatch(read), effort)
  assert.equal(entries[0].failure, 'no such step')
  assert.equal(entries[1].failure, 'not finite')
  assert.ok(entries[2].microseconds > 0)
})

const tilted = product(turnAbout([1, 2, 3], 0.7), turnAbout([-1, 0, 2], 2))
const inertia = [0.3, 0.2, 0.4, 0.05, -0.08, 0.02]

/** Two revolute joints, the second turned six times as far by a gear, in frames that are none of the world's. */
const geared = problemOf({
  name: 'two bodies',
  gravity: [0, 0, -10],
  bodies: ['one', 'two'].map((name) => ({ name, mass: 2, centerOfMass: [0.1, 0, 0.3], inertia })),
  joints: ['one', 'two'].map((child, i) => ({
    name: child,
    type: 'revolute',
    parent: i ? 'one' : 'world',
    child,
    axis: [0, 0.6, 0.8],
    parentFrame: { position: [0, 1, 0], rotation: tilted },
    childFrame: { position: [0.2, 0, 0], rotation: turnAbout([0, 1, 0], 0.4) }
  })),
  couplings: [
    {
      terms: [
        { joint: 'two', coefficient: 1 },
        { joint: 'one', coefficient: -6 }
      ]
    }
  ],
  initialState: { q: { one: [2.9], two: [6 * 2.9] } } // beyond half a turn, and several
})
const poses = geared.start.flatMap(({ position, turn }) => [...position, ...turn])

test('principal axes and moments make the inertia', () => {
  const { moments, turn } = geared.bodies[0].principal
  for (const vector of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1]
  ]) {
    const inverse = [-turn[0], -turn[1], -turn[2], turn[3]]
    const local = rotate(inverse, vector).map((entry, i) => moments[i] * entry)
    const expected = times(inertia, vector)
    rotate(turn, local).forEach((entry, i) => {
      assert.ok(Math.abs(entry - expected[i]) < 1e-15) // some roundings of numbers below 1
    })
  }
})

test('at its start a mechanism has no gap, its gears do not slip', () => {
  assert.ok(gapOf(geared, poses) < 1e-15) // some roundings of lengths about 1
  assert.ok(slipOf(geared, poses) < 1e-14) // six times those of angles about 3
})

test('a body pushed away leaves a gap, one turned further a slip', () => {
  const pushed = [...poses]
  pushed[7] += 1e-3
  assert.ok(Math.abs(gapOf(geared, pushed) - 1e-3) < 1e-15)
  const further = product(turnAbout([0, 0.6, 0.8], 0.01), turnAbout([0, 1, 0], -0.4))
  const turned = [...poses]
  const before = product(poses.slice(10, 14), turnAbout([0, 1, 0], 0.4))
  turned.splice(10, 4, ...product(before, further))
  assert.ok(Math.abs(slipOf(geared, turned) - 0.01) < 1e-14)
})

test('the energy of a turning body in free fall is ½ m v² + ½ ωᵀ I ω − m gᵀ c', () => {
  const body = { mass: 2, center: [0, 0, 0], inertia }
  const angular = [0.3, -1, 2]
  const state = { poses: [0, 0, 5, 0, 0, 0, 1], linear: [3, 0, 0], angular }
  const turning = times(inertia, angular).reduce((sum, entry, i) => sum + entry * angular[i], 0)
  const expected = 9 + turning / 2 + 100
  assert.equal(energyOf({ bodies: [body], gravity: [0, 0, -10] }, state), expected)
})
