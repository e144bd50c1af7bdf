// Mechanisms at the limits of the library, by what is extreme about them. An entry is a mechanism,
// or { mechanism, and what is not usual: step [s], steps, span [s] that a cell may take, dissipates }.
import { boxStack, chain, drapedChain, fourBarChain } from 'linkwork'

const y = [0, 1, 0]

/** A bar whose revolute joint is its frame, hanging down. */
function bar(name, mass = 1, length = 1, parent = 'world', at = [0, 0, 0], more = {}) {
  const across = (mass * length * length) / 12
  return {
    body: {
      name,
      mass,
      centerOfMass: [0, 0, -length / 2],
      inertia: [across, across, 1e-3 * across]
    },
    joint: {
      name: `hinge ${name}`,
      type: 'revolute',
      parent,
      child: name,
      axis: y,
      parentFrame: { position: at },
      ...more
    }
  }
}

function of(parts, more = {}) {
  return {
    linkwork: 1,
    bodies: parts.map(({ body }) => body),
    joints: parts.map(({ joint }) => joint),
    ...more
  }
}

/** Bars one below the other, of these masses and lengths, the first deflected by 1 rad. */
function hanging(masses, lengths = masses.map(() => 1), more = {}) {
  const parts = masses.map((mass, i) => {
    const parent = i === 0 ? 'world' : `bar${i - 1}`
    const at = [0, 0, i === 0 ? 0 : -lengths[i - 1]]
    return bar(`bar${i}`, mass, lengths[i], parent, at, more)
  })
  return of(parts, { initialState: { q: { 'hinge bar0': [1] } } })
}

/** Bars of length 1 between points [x, z]: a tree from the ground, all else revolute joints that close loops. */
function frame(points, bars, grounded, more = {}) {
  const parts = []
  const loops = []
  const at = new Map(grounded.map((point) => [point, { body: 'world', place: points[point] }]))
  const position = ([x, z]) => ({ position: [x, 0, z] })
  for (const [from, to] of bars) {
    const name = `bar ${from} ${to}`
    const [start, end] = at.has(from) ? [from, to] : [to, from]
    const [[x, z], [ex, ez]] = [points[start], points[end]]
    const along = [ex - x, ez - z]
    const held = at.get(start)
    const length = Math.hypot(...along)
    const across = length ** 2 / 12
    parts.push({
      body: {
        name,
        mass: 1,
        centerOfMass: [along[0] / 2, 0, along[1] / 2],
        inertia: [across, across, across]
      },
      joint: {
        name: `hinge ${name}`,
        type: 'revolute',
        parent: held.body,
        child: name,
        axis: y,
        parentFrame: position(held.place)
      }
    })
    const there = at.get(end)
    if (!there) at.set(end, { body: name, place: along })
    else {
      loops.push({
        name: `loop ${name}`,
        type: 'revolute',
        parent: there.body,
        child: name,
        axis: y,
        parentFrame: position(there.place),
        childFrame: position(along)
      })
    }
  }
  return of(parts, { loops, ...more })
}

/** Cells of bars in a row, hinged at all corners, standing on the ground and leaning. */
function ladder(cells) {
  const points = []
  const bars = []
  for (let i = 0; i <= cells; i++) points.push([i, 0], [i + 0.6, 0.8])
  for (let i = 0; i <= cells; i++) bars.push([2 * i, 2 * i + 1])
  for (let i = 0; i < cells; i++) bars.push([2 * i + 1, 2 * i + 3])
  const feet = Array.from({ length: cells + 1 }, (_, i) => 2 * i)
  return frame(points, bars, feet)
}

/** A square net of hinged bars that hangs from its upper edge. */
function net(size) {
  const at = (i, j) => i * (size + 1) + j
  const points = []
  const bars = []
  for (let i = 0; i <= size; i++) for (let j = 0; j <= size; j++) points.push([j + 0.1 * i, -i])
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= size; j++) bars.push([at(i, j), at(i + 1, j)])
    for (let j = 0; j < size; j++) bars.push([at(i + 1, j), at(i + 1, j + 1)])
  }
  return frame(
    points,
    bars,
    Array.from({ length: size + 1 }, (_, j) => at(0, j))
  )
}

const triangle = [
  [0, 0],
  [1, 0],
  [0.5, 0.8]
]
const rotor = {
  body: { name: 'rotor', mass: 0, inertia: [0, 1e-6, 0] },
  joint: { name: 'spin', type: 'revolute', parent: 'world', child: 'rotor', axis: y }
}
const geared = [
  {
    name: 'gear',
    terms: [
      { joint: 'spin', coefficient: 1 },
      { joint: 'hinge bar0', coefficient: -100 }
    ]
  }
]

/** A body whose revolute joint is its parent's revolute joint and its own center. */
const coincident = (name, parent) => ({
  ...bar(name, 1, 1, parent),
  body: { name, mass: 1, inertia: [1, 1, 1] }
})

const ball = (more, height = 0.1) => ({
  linkwork: 1,
  bodies: [{ name: 'ball', mass: 1, inertia: [4e-3, 4e-3, 4e-3] }],
  joints: [{ name: 'free', type: 'free', parent: 'world', child: 'ball' }],
  contact: {
    colliders: [
      { body: 'world', type: 'plane', ...more },
      { body: 'ball', type: 'sphere', radius: 0.1, ...more }
    ]
  },
  initialState: { q: { free: [0, 0, height, 0, 0, 0, 1] }, v: { free: [0, 0, 0, 1, 0, 0] } }
})

const pendulum = hanging([1])
const spinning = (rate) => ({
  ...of([{ ...bar('bar0'), body: { name: 'bar0', mass: 1, inertia: [0.1, 0.1, 0.1] } }]),
  initialState: { v: { 'hinge bar0': [rate] } }
})
const tumbling = {
  linkwork: 1,
  gravity: [0, 0, 0],
  bodies: [{ name: 'body', mass: 1, inertia: [1, 2, 2.5] }],
  joints: [{ name: 'free', type: 'free', parent: 'world', child: 'body' }],
  initialState: { v: { free: [10, 1e4, 10, 0, 0, 0] } }
}

export const mechanisms = {
  'masses 1 and 1e12, heavy below': { mechanism: hanging([1e-6, 1e6]) },
  'masses 1e12 and 1, light below': { mechanism: hanging([1e6, 1e-6]) },
  'lengths of 1e-6 m': { mechanism: hanging([1, 1, 1], [1e-6, 1e-6, 1e-6]), step: 1e-6 },
  'lengths of 1e6 m': { mechanism: hanging([1, 1, 1], [1e6, 1e6, 1e6]) },
  'lengths of 1e-3 and 1e3 m': { mechanism: hanging([1, 1], [1e-3, 1e3]) },
  'a massless rotor, 100:1': {
    mechanism: of([bar('bar0'), rotor], {
      couplings: geared,
      initialState: { q: { 'hinge bar0': [0.5], spin: [50] } }
    })
  },
  'a massless tip': { mechanism: hanging([1, 0]) },
  'links of no length': {
    mechanism: of([bar('a'), coincident('b', 'a'), coincident('c', 'b')], {
      initialState: { q: { 'hinge a': [1] } }
    })
  },
  'a chain held at both ends, stretched': {
    mechanism: frame(
      Array.from({ length: 11 }, (_, i) => [i, 0]),
      Array.from({ length: 10 }, (_, i) => [i, i + 1]),
      [0, 10]
    )
  },
  'a chain held at both ends, slack': {
    mechanism: frame(
      Array.from({ length: 11 }, (_, i) => [0.8 * i, -0.6 * (5 - Math.abs(5 - i))]),
      Array.from({ length: 10 }, (_, i) => [i, i + 1]),
      [0, 10]
    )
  },
  'a parallelogram, folded flat': {
    mechanism: frame(
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [1, 0]
      ],
      [
        [0, 1],
        [1, 2],
        [3, 2]
      ],
      [0, 3]
    )
  },
  'a hinge at 1e4 rad/s': { mechanism: spinning(1e4) },
  'a body that tumbles at 1e4 rad/s': { mechanism: tumbling, step: 1e-6 },
  'steps of 0': { mechanism: pendulum, step: 0 },
  'steps of -1 ms': { mechanism: pendulum, step: -1e-3 },
  'steps of NaN': { mechanism: pendulum, step: Number.NaN },
  'steps of 10 s': { mechanism: pendulum, step: 10, steps: 10 },
  '5,000 links': { mechanism: chain({ links: 5000, length: 0.01 }), step: 1e-4, steps: 10 },
  '100,000 links': {
    mechanism: () => hanging(Array(100_000).fill(0.01), Array(100_000).fill(0.01)),
    step: 1e-5,
    steps: 2
  },
  '100 four-bars in a row': { mechanism: fourBarChain({ units: 100 }), steps: 10 },
  '100 loops in one cluster': { mechanism: ladder(100), steps: 10 },
  'a net of 6 by 6 meshes': { mechanism: net(6), steps: 10 },
  'a rigid triangle, no freedom': {
    mechanism: frame(
      triangle,
      [
        [0, 2],
        [1, 2]
      ],
      [0, 1]
    )
  },
  'a spring of 1e9 N·m/rad': { mechanism: hanging([1, 1], [1, 1], { stiffness: 1e9 }) },
  'a damper of 1e6 N·m·s': { mechanism: hanging([1, 1], [1, 1], { damping: 1e6 }) },
  'friction 0': { mechanism: ball({ friction: 0 }), dissipates: true, steps: 300 },
  'friction 10': { mechanism: ball({ friction: 10 }), dissipates: true, steps: 300 },
  'restitution 1': { mechanism: ball({ friction: 0, restitution: 1 }, 0.3), steps: 1000 },
  'a pile of 10 boxes': { mechanism: boxStack({ boxes: 10 }), dissipates: true, steps: 50 },
  'a pile, each twice as heavy': {
    mechanism: boxStack({ boxes: 8, massRatio: 2 }),
    dissipates: true,
    steps: 50
  },
  'a draped chain, friction 10': {
    mechanism: drapedChain({ friction: 10 }),
    dissipates: true,
    steps: 50
  }
}
