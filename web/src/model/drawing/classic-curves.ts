import { drawn, linksOf, meet, pointsOf, polar, type Spot, scaled } from './drawing-kit.ts'
import type { Sketch } from './sketch.ts'

/** Crossed bars of 5 over a ground of 4, a coupler of 2, which turns round: its middle goes almost straight. */
export const chebyshev: Sketch = drawn({
  name: 'Chebyshev',
  points: pointsOf(
    scaled(0.06, { A: [0, 0], B: [4, 0], C: [3, 4], D: [1, 4], P: [2, 4] }),
    'AB',
    'P'
  ),
  links: linksOf({ 'left bar': 'AC', 'right bar': 'BD', coupler: 'DCP' }),
  motors: [{ id: 'motor', point: 'C', link: 'coupler', speed: 3 }]
})

/**
 * Inversion: OA · OC = arm² − side², so C moves on a line while A moves on a circle through O. It hangs
 * and swings symmetrically, far from its stretched pose.
 */
function inversor(): Record<string, Spot> {
  const [arm, side, radius] = [0.25, 0.11, 0.085]
  const O: Spot = [0, 0]
  const Q: Spot = [0, -radius]
  const A = polar(Q, radius, 0.9 - Math.PI / 2)
  const product = arm ** 2 - side ** 2
  const factor = product / (A[0] ** 2 + A[1] ** 2)
  const C: Spot = [factor * A[0], factor * A[1]]
  return { Q, O, A, C, B: meet(A, side, C, side, 1), D: meet(A, side, C, side, -1) }
}

export const peaucellier: Sketch = drawn({
  name: 'Peaucellier',
  points: pointsOf(inversor(), 'OQ', 'C'),
  links: linksOf({
    crank: 'QA',
    'right arm': 'OB',
    'left arm': 'OD',
    'side 1': 'AB',
    'side 2': 'BC',
    'side 3': 'CD',
    'side 4': 'DA'
  })
})

/** The proportions of boim.com/Walkin8r, which improve those of US patent 6,260,862. */
function klannSpots(): Record<string, Spot> {
  const A: Spot = [0, 0]
  const B: Spot = [-38.8, -12.5]
  const D: Spot = [-14.6, 41.9]
  const C = polar(A, 17.5, 0)
  const H = meet(C, 38.8, B, 23.7, -1)
  const F = meet(C, 73.4, H, 35.2, -1)
  const E = meet(D, 34.1, F, 57.7, -1)
  const G = meet(E, 111.7, F, 59, 1)
  return scaled(2e-3, { A, B, C, D, E, F, G, H })
}

export const klann: Sketch = drawn({
  name: 'Klann',
  points: pointsOf(klannSpots(), 'ABD', 'G'),
  links: linksOf({
    crank: 'AC',
    'lower rocker': 'BH',
    connector: 'CHF',
    'upper rocker': 'DE',
    leg: 'EFG'
  }),
  motors: [{ id: 'motor', point: 'A', link: 'crank', speed: -3 }]
})

/** Jansen's eleven numbers, with the height of the crank (l) and its length (m). */
const holy = {
  a: 38,
  b: 41.5,
  c: 39.3,
  d: 40.1,
  e: 55.8,
  f: 39.4,
  g: 36.7,
  h: 65.7,
  i: 49,
  j: 50,
  k: 61.9,
  l: 7.8,
  m: 15
}

function jansenSpots(): Record<string, Spot> {
  const { a, b, c, d, e, f, g, h, i, j, k, l, m } = holy
  const O: Spot = [0, 0]
  const Q: Spot = [-a, -l]
  const A = polar(O, m, 0.6)
  const B = meet(Q, b, A, j, 1)
  const C = meet(Q, c, A, k, -1)
  const D = meet(Q, d, B, e, 1)
  const E = meet(D, f, C, g, -1)
  const P = meet(E, h, C, i, -1)
  return scaled(2.5e-3, { O, Q, A, B, C, D, E, P })
}

export const jansen: Sketch = drawn({
  name: 'Jansen',
  points: pointsOf(jansenSpots(), 'OQ', 'P'),
  links: linksOf({
    crank: 'OA',
    'upper rod': 'AB',
    'lower rod': 'AC',
    thigh: 'QBD',
    'lower rocker': 'QC',
    shin: 'DE',
    foot: 'ECP'
  }),
  motors: [{ id: 'motor', point: 'O', link: 'crank', speed: -3 }]
})
