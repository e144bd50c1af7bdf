/** Leg on its foot, whose fixed part is on a post: two geared drives, a push-rod, a trunk. */
import type { Vector3 } from 'three'
import { Actuators, housingDepth } from '../actuators.ts'
import { type BodyAnatomy, world } from '../anatomy.ts'
import { slottedLink } from '../shapes/plates.ts'
import { ball, block, cylinder, dome, rod, taperedCapsule } from '../shapes/solids.ts'
import { genericStyle } from './generic.ts'
import { footShape, shinCrank } from './leg-parts.ts'
import type { MakeStyle } from './style.ts'

export const standingLegStyle: MakeStyle = (subject) => {
  const { anatomy, figure, framing } = subject
  const names = ['foot', 'shank', 'thigh', 'trunk', 'crank', 'rod']
  const found = names.flatMap((name) => anatomy.body(name) ?? [])
  const [foot, shank, thigh, trunk, crank, pushRod] = found
  if (!foot || !shank || !thigh || !trunk || !crank || !pushRod) return genericStyle(subject)
  const [ankle, knee, hip] = [shank, thigh, trunk].map(({ inbound }) => inbound.onChild) as Points
  const [kneeTop, hipTop] = [thigh, trunk].map(({ inbound }) => inbound.onParent) as Points
  const unit = knee.distanceTo(hipTop)
  const [kneeRadius, ankleRadius] = [0.175 * unit, 0.115 * unit]
  const thick = 0.15 * unit
  const disc = ({ x, y }: Vector3, r: number) => ({ x, y, r: r * unit })

  figure.add(
    shank.index,
    slottedLink(disc(ankle, 0.082), disc(kneeTop, 0.145), thick, 0, 'link', 0.01 * unit)
  )
  figure.add(
    thigh.index,
    slottedLink(disc(knee, 0.135), disc(hipTop, 0.1), thick, 0, 'link', 0.01 * unit)
  )
  figure.add(trunk.index, [
    taperedCapsule(hip, trunk.tip, 0.055 * unit, 0.11 * unit, 'inner'),
    cylinder(0.07 * unit, -0.62 * thick, 0.62 * thick, 'housing').translate(hip.x, hip.y, 0),
    dome(0.05 * unit, 'brass').translate(hip.x, hip.y, 0.62 * thick)
  ])

  const front = thick / 2 + housingDepth(ankleRadius) + 0.03 * unit
  figure.add(crank.index, shinCrank(crank.inbound.onChild, pushRod.inbound.onParent, front, unit))
  const [loop] = pushRod.loops
  const [rodEnd, heelPin] = loop
    ? loop.parent === pushRod.index
      ? [loop.onParent, loop.onChild]
      : [loop.onChild, loop.onParent]
    : [pushRod.tip, ankle]
  const ends = [pushRod.inbound.onChild, rodEnd].map((end) =>
    end.clone().setZ(front + 0.045 * unit)
  ) as [Vector3, Vector3]
  figure.add(pushRod.index, [
    rod(...ends, 0.016 * unit, 'pin'),
    ...ends.map((end) => ball(0.03 * unit, 'pin').translate(end.x, end.y, end.z))
  ])
  const shape = footShape(shank.inbound.onParent, heelPin, unit)
  figure.add(foot.index, [
    ...shape.pieces,
    cylinder(0.014 * unit, 0, front + 0.045 * unit, 'pin', 16).translate(heelPin.x, heelPin.y, 0)
  ])
  const top = foot.inbound.onParent.y
  const { x } = foot.inbound.onParent
  figure.add(world, [
    block(0.66 * unit, 0.05 * unit, 0.3 * unit, 'stand').translate(
      x + 0.14 * unit,
      top - 0.025 * unit,
      0
    ),
    block(0.12 * unit, top - framing.floor, 0.12 * unit, 'stand').translate(
      x + 0.14 * unit,
      (top + framing.floor) / 2 - 0.05 * unit,
      0
    )
  ])

  const drives = [
    [thigh, kneeRadius],
    [crank, ankleRadius]
  ] as const
  const placements = drives.flatMap(([body, radius]) => {
    const gearing = anatomy.gearings.find(({ driven }) => driven.child === body.index)
    return gearing ? [{ gearing, radius, shift: thick / 2 + housingDepth(radius) / 2 }] : []
  })
  const actuators = new Actuators(figure, placements)
  const at = (body: BodyAnatomy, point: Vector3) => ({ body: body.index, point })
  const radii = new Map(placements.map(({ gearing, radius }) => [gearing.driven.child, radius]))
  return {
    traces: [at(trunk, trunk.tip)],
    ghosts: {
      count: 8,
      interval: 0.12,
      lines: [[at(shank, ankle), at(shank, kneeTop), at(thigh, hipTop), at(trunk, trunk.tip)]],
      dotEach: 1,
      behind: 0.02 * unit
    },
    hub: (body) => radii.get(body) ?? 0.06 * unit,
    update: (q, poses, seconds) => actuators.update(q, poses, seconds),
    setCutaway: (open) => actuators.setCutaway(open)
  }
}

type Points = [Vector3, Vector3, Vector3]
