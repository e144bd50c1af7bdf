/** Planar four-bar: crank and rocker on bearing blocks, a triangular coupler plate before them. */
import { Shape, Vector3 } from 'three'
import { type BodyAnatomy, meetingPoints, world } from '../anatomy.ts'
import { belt, type Disc, disc, plate } from '../shapes/plates.ts'
import { cylinder, dome } from '../shapes/solids.ts'
import { bearingBlock, slab } from '../shapes/stand.ts'
import { genericStyle } from './generic.ts'
import type { MakeStyle } from './style.ts'

/** Eye of a plate at a body's point. */
const eye = (point: Vector3, r: number): Disc => ({ x: point.x, y: point.y, r })

/** Discs that shrink towards the middle of a triangle: its lightening hole. */
function inside(corners: readonly Vector3[], margin: number, r: number): Disc[] {
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length] as Vector3
    return corner.distanceTo(next)
  })
  const [a = 0, b = 0, c = 0] = sides
  const s = (a + b + c) / 2
  const inradius = Math.sqrt(Math.max(0, (s * (s - a) * (s - b) * (s - c)) / (s * s)))
  const incenter = new Vector3()
  const opposite = [b, c, a]
  for (const [i, corner] of corners.entries()) {
    incenter.addScaledVector(corner, (opposite[i] ?? 0) / (a + b + c))
  }
  const shrink = Math.max(0, 1 - (margin + r) / inradius)
  return shrink < 0.15 ? [] : corners.map((corner) => eye(incenter.clone().lerp(corner, shrink), r))
}

/**
 * The coupler's free corner P, from its center of mass: it is three uniform bars between its corners,
 * so (L + a + b) · 2c = L·R + a·(P + R) + b·P with R the rocker's pin, L = |R|, a = |P - R|, b = |P|,
 * all from the crank's pin. Solved by iteration.
 */
function freeCorner(coupler: BodyAnatomy, from: Vector3, to: Vector3): Vector3 {
  const rocker = to.clone().sub(from)
  const center = coupler.centerOfMass.clone().sub(from)
  const along = rocker.length()
  const free = center.clone().multiplyScalar(2)
  for (let i = 0; i < 60; i++) {
    const [a, b] = [free.distanceTo(rocker), free.length()]
    free.copy(center).multiplyScalar((2 * (along + a + b)) / (a + b))
    free.addScaledVector(rocker, -(along + a) / (a + b))
  }
  return free.add(from)
}

/** The coupler's two pins and its free corner. */
function couplerPoints(coupler: BodyAnatomy): { pins: [Vector3, Vector3]; free: Vector3 } {
  const from = coupler.inbound.onChild
  const loop = coupler.loops[0]
  const to = loop?.parent === coupler.index ? loop.onParent : (loop?.onChild ?? coupler.tip)
  return { pins: [from, to], free: freeCorner(coupler, from, to) }
}

/** Points of a triangle, counterclockwise. */
function counterclockwise(a: Vector3, b: Vector3, c: Vector3): Vector3[] {
  return b.clone().sub(a).cross(c.clone().sub(a)).z > 0 ? [a, b, c] : [a, c, b]
}

export const fourBarStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size, framing } = subject
  const [crank, coupler, rocker] = ['crank', 'coupler', 'rocker'].map((name) => anatomy.body(name))
  if (!crank || !coupler || !rocker) return genericStyle(subject)
  const r = 0.034 * size
  const thick = 0.75 * r
  const front = 0.5 * thick + 0.15 * r

  for (const body of [crank, rocker]) {
    const [from, to] = meetingPoints(anatomy, body) as [Vector3, Vector3]
    const bar = plate(belt([eye(from, r), eye(to, r)], new Shape()), thick, 'link')
    const pin = cylinder(0.34 * r, -thick, front + thick, 'pin', 20).translate(to.x, to.y, 0)
    figure.add(body.index, [bar, pin])
  }

  const { pins, free } = couplerPoints(coupler)
  const corners = counterclockwise(...pins, free)
  const outline = belt(
    corners.map((corner) => eye(corner, 1.1 * r)),
    new Shape()
  )
  const hole = inside(corners, 0.95 * r, 0.08 * r)
  if (hole.length > 0) outline.holes.push(belt(hole, new Shape()))
  outline.holes.push(disc(0.42 * r, free.x, free.y))
  const pieces = [plate(outline, thick, 'inner', { at: front + thick / 2 })]
  for (const pin of pins) {
    pieces.push(dome(0.72 * r, 'brass').translate(pin.x, pin.y, front + thick))
  }
  figure.add(coupler.index, pieces)

  const pivots = [crank, rocker].map((body) =>
    body.inbound.parent === world
      ? body.inbound.onParent
      : (body.loops[0]?.onParent ?? body.inbound.onParent)
  )
  const base = 1.1 * r
  const top = framing.floor + base
  const stand = [
    slab(
      Math.min(...pivots.map(({ x }) => x)) - 4.5 * r,
      Math.max(...pivots.map(({ x }) => x)) + 4.5 * r,
      top,
      base,
      8 * r
    )
  ]
  for (const pivot of pivots) {
    stand.push(
      bearingBlock(pivot.clone().setZ(-thick - 0.75 * r), top, 1.05 * r, 1.4 * r),
      cylinder(0.34 * r, -2 * r, 1.25 * r, 'pin', 20).translate(pivot.x, pivot.y, 0),
      dome(0.72 * r, 'brass').translate(pivot.x, pivot.y, 1.25 * r)
    )
  }
  figure.add(world, stand)

  const at = (point: Vector3) => ({ body: coupler.index, point: point.clone().setZ(front + thick) })
  return {
    traces: [{ ...at(free), phase: crank.inbound.offset }],
    ghosts: {
      count: 14,
      interval: 0.056,
      lines: [pins.map((point) => ({ body: coupler.index, point }))],
      dotEach: 1,
      behind: 0.2 * r
    },
    hub: () => r
  }
}
