import { drawn, linksOf, meet, pointsOf, polar, type Spot } from './drawing-kit.ts'
import type { Sketch } from './sketch.ts'

const speed = 3

/** Grashof: shortest and longest are together shorter than the two others. */
const bars = { crank: 0.1, coupler: 0.25, rocker: 0.22, ground: 0.26 }

function fourBarSpots(angle: number) {
  const A: Spot = [0, 0]
  const D: Spot = [bars.ground, 0]
  const B = polar(A, bars.crank, angle)
  const C = meet(B, bars.coupler, D, bars.rocker, 1)
  return { A, B, C, D }
}

/** The corner of a triangle over a side, similar to that of 0, 1 and κ. */
function corner([ax, az]: Spot, [bx, bz]: Spot, [kx, kz]: Spot): Spot {
  const [dx, dz] = [bx - ax, bz - az]
  return [ax + kx * dx - kz * dz, az + kx * dz + kz * dx]
}

const kappa: Spot = [0.5, 0.55]

const spots = fourBarSpots(1)

export const fourBar: Sketch = drawn({
  name: 'Four-bar',
  points: pointsOf({ ...spots, E: corner(spots.B, spots.C, kappa) }, 'AD', 'E'),
  links: linksOf({ crank: 'AB', coupler: 'BCE', rocker: 'DC' }),
  motors: [{ id: 'motor', point: 'A', link: 'crank', speed }]
})

const crankPin = polar([0, 0], 0.06, 0.9)

export const sliderCrank: Sketch = drawn({
  name: 'Slider-crank',
  points: pointsOf(
    { A: [0, 0], B: crankPin, C: [crankPin[0] + Math.sqrt(0.2 ** 2 - crankPin[1] ** 2), 0] },
    'A'
  ),
  links: linksOf({ crank: 'AB', rod: 'BC' }),
  sliders: [{ id: 'piston', point: 'C', angle: 0 }],
  motors: [{ id: 'motor', point: 'A', link: 'crank', speed }]
})

const plus = (a: Spot, b: Spot, minus: Spot): Spot => [
  a[0] + b[0] - minus[0],
  a[1] + b[1] - minus[1]
]

/** Two parallelograms and three similar triangles about the point that all three draw with. */
function cognateSpots(): Record<string, Spot> {
  const { A, B, C, D } = spots
  const P = corner(B, C, kappa)
  const E = plus(A, P, B)
  const F = corner(E, P, kappa)
  const G = plus(D, P, C)
  const H = corner(P, G, kappa)
  return { A, B, C, D, P, E, F, G, H, O: plus(F, H, P) }
}

export const cognates: Sketch = drawn({
  name: 'Cognates',
  points: pointsOf(cognateSpots(), 'ADO', 'P'),
  links: linksOf({
    crank: 'AB',
    coupler: 'BCP',
    rocker: 'DC',
    'left crank': 'AE',
    'left coupler': 'EPF',
    'left rocker': 'OF',
    'right crank': 'DG',
    'right coupler': 'PGH',
    'right rocker': 'OH'
  }),
  motors: [{ id: 'motor', point: 'A', link: 'crank', speed }]
})

const second: Spot = [0.5, 0]
const rockerTip = corner(spots.D, spots.C, [0.8, -0.6])
const wattTip = meet(rockerTip, 0.2, second, 0.2, 1)

export const watt: Sketch = drawn({
  name: 'Watt six-bar',
  points: pointsOf({ ...spots, E: rockerTip, F: wattTip, G: second }, 'ADG'),
  links: linksOf({ crank: 'AB', coupler: 'BC', middle: 'DCE', 'second coupler': 'EF', arm: 'GF' }),
  motors: [{ id: 'motor', point: 'A', link: 'crank', speed }]
})

const couplerPoint = corner(spots.B, spots.C, kappa)
const far: Spot = [0.45, 0.05]
const dyad = meet(couplerPoint, 0.3, far, 0.3, 1)

export const stephenson: Sketch = drawn({
  name: 'Stephenson six-bar',
  points: pointsOf({ ...spots, E: couplerPoint, F: dyad, G: far }, 'ADG', 'E'),
  links: linksOf({ crank: 'AB', coupler: 'BCE', rocker: 'DC', strut: 'EF', arm: 'GF' }),
  motors: [{ id: 'motor', point: 'A', link: 'crank', speed }]
})

/** Twice as far from A as C is, on the same line, is P. It hangs from A, and a spring holds it open. */
function pantographSpots(): Record<string, Spot> {
  const A: Spot = [0, 0]
  const B: Spot = [0.08, -0.15]
  const D: Spot = [0.16, -0.3]
  const P: Spot = [-0.12, -0.56]
  const half = ([x, z]: Spot): Spot => [x / 2, z / 2]
  const C = half(P)
  return { A, B, C, D, P, E: plus(D, C, B) }
}

export const pantograph: Sketch = drawn({
  name: 'Pantograph',
  points: pointsOf(pantographSpots(), 'A', 'CP'),
  springs: [{ id: 'opener', from: 'B', to: 'E', stiffness: 300, damping: 0, rest: 0.29 }],
  links: linksOf({ 'long arm': 'ABD', 'pen arm': 'DEP', 'short arm': 'BC', strut: 'CE' })
})

/** It bears the weight of a lift a little above where it is drawn, and bounces. */
const strut = { stiffness: 60, damping: 0, rest: 0.44 }

/** Pairs of crossed bars; the last one supports a platform on a slider, with a spring. */
function scissors(stages: number): Sketch {
  const [half, rise] = [0.13, 0.1]
  const name = (stage: number, side: 'l' | 'r' | 'm') => `${side}${stage}`
  const list = Array.from({ length: stages + 1 }, (_, stage) => stage)
  const points = list.flatMap((stage) => [
    { id: name(stage, 'l'), x: -half, z: stage * rise, ...(stage === 0 ? { ground: true } : {}) },
    { id: name(stage, 'r'), x: half, z: stage * rise },
    ...(stage < stages ? [{ id: name(stage, 'm'), x: 0, z: (stage + 0.5) * rise }] : [])
  ])
  const links = list
    .slice(0, -1)
    .flatMap((stage) => [
      [`up ${stage + 1}`, [name(stage, 'l'), name(stage, 'm'), name(stage + 1, 'r')]] as const,
      [`down ${stage + 1}`, [name(stage, 'r'), name(stage, 'm'), name(stage + 1, 'l')]] as const
    ])
  const [plain] = linksOf({ platform: 'lr' })
  const ends = [name(stages, 'l'), 'edge']
  const bar = plain ?? { material: 'aluminium', thickness: 0.008, width: 0.024 }
  return drawn({
    name: 'Scissor lift',
    points: [...points, { id: 'edge', x: half + 0.06, z: stages * rise }],
    links: [
      ...links.map(([id, through]) => ({ ...bar, id, points: through })),
      { ...bar, id: 'platform', points: ends }
    ],
    springs: [{ id: 'strut', from: name(0, 'l'), to: name(stages, 'l'), ...strut }],
    sliders: [
      { id: 'foot', point: name(0, 'r'), angle: 0 },
      { id: 'top', point: name(stages, 'r'), on: 'platform', angle: 0 }
    ]
  })
}

export const scissorLift = scissors(3)
