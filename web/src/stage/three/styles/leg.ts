/**
 * Humanoid leg: five geared drives, a push-rod to the ankle. Hip yaw and roll turn in the stack above
 * the hip; pitch, knee and ankle show their gears.
 */
import type { Vector3 } from 'three'
import { Actuators, housingDepth } from '../actuators.ts'
import { type Anatomy, type BodyAnatomy, type Gearing, world } from '../anatomy.ts'
import { slottedLink } from '../shapes/plates.ts'
import { ball, cylinder, rod } from '../shapes/solids.ts'
import { genericStyle } from './generic.ts'
import { footShape, hipBox, rollDrive, shinCrank, yawDrive } from './leg-parts.ts'
import type { MakeStyle, VisualStyle } from './style.ts'

const names = ['hipYaw', 'hipRoll', 'thigh', 'shank', 'foot', 'crank', 'rod'] as const

/** The leg's bodies by name, or null if this is another kind of leg. */
function legBodies(anatomy: Anatomy): Record<(typeof names)[number], BodyAnatomy> | null {
  const found = names.map((name) => [name, anatomy.body(name)] as const)
  if (found.some(([, body]) => !body)) return null
  return Object.fromEntries(found) as Record<(typeof names)[number], BodyAnatomy>
}

/** The gearing that drives a body, if any. */
const driveOf = (anatomy: Anatomy, body: BodyAnatomy): Gearing | undefined =>
  anatomy.gearings.find(({ driven }) => driven.child === body.index)

export const legStyle: MakeStyle = (subject): VisualStyle => {
  const { anatomy, figure, framing, size } = subject
  const leg = legBodies(anatomy)
  if (!leg) return genericStyle(subject)
  const hip = leg.thigh.inbound.onChild
  const knee = leg.shank.inbound.onParent
  const unit = hip.distanceTo(knee)
  const [hipRadius, kneeRadius, ankleRadius] = [0.205 * unit, 0.175 * unit, 0.115 * unit]
  const thick = 0.16 * unit
  const shankThick = 0.135 * unit
  const disc = (point: Vector3, r: number) => ({ x: point.x, y: point.y, r })

  // Thigh and shank: bevelled plates with a lightening slot.
  figure.add(
    leg.thigh.index,
    slottedLink(disc(hip, 0.185 * unit), disc(knee, 0.135 * unit), thick, 0, 'link', 0.012 * unit)
  )
  const shankTop = leg.shank.inbound.onChild
  const ankle = leg.foot.inbound.onParent
  figure.add(
    leg.shank.index,
    slottedLink(
      disc(shankTop, 0.145 * unit),
      disc(ankle, 0.082 * unit),
      shankThick,
      0,
      'link',
      0.01 * unit
    )
  )

  // Ankle: crank before its actuator, push-rod, and the pin it meets on the foot's heel.
  const ankleShift = shankThick / 2 + housingDepth(ankleRadius) / 2
  const front = shankThick / 2 + housingDepth(ankleRadius) + 0.03 * unit
  const crankStart = leg.crank.inbound.onChild
  const rodStart = leg.rod.inbound.onParent
  figure.add(leg.crank.index, shinCrank(crankStart, rodStart, front, unit))
  const loop = leg.rod.loops[0]
  const rodEnds = [
    leg.rod.inbound.onChild,
    loop ? (loop.parent === leg.rod.index ? loop.onParent : loop.onChild) : leg.rod.tip
  ].map((end) => end.clone().setZ(front + 0.045 * unit)) as [Vector3, Vector3]
  figure.add(leg.rod.index, [
    rod(...rodEnds, 0.016 * unit, 'pin'),
    ...rodEnds.map((end) => ball(0.03 * unit, 'pin').translate(end.x, end.y, end.z))
  ])
  const heelPin = loop ? (loop.parent === leg.foot.index ? loop.onParent : loop.onChild) : ankle
  const foot = footShape(leg.foot.inbound.onChild, heelPin, unit)
  figure.add(leg.foot.index, [
    ...foot.pieces,
    cylinder(0.014 * unit, 0, front + 0.045 * unit, 'pin', 16).translate(heelPin.x, heelPin.y, 0)
  ])

  // Hip stack: yaw drive on the ground's rod, roll drive, box.
  const pitchTop = leg.thigh.inbound.onParent
  figure.add(leg.hipRoll.index, hipBox(pitchTop, unit))
  figure.add(leg.hipYaw.index, rollDrive(leg.hipRoll.inbound.onParent, unit))
  figure.add(world, yawDrive(leg.hipYaw.inbound.onParent, framing.max[1] + size, unit))

  const shown = [
    [leg.thigh, hipRadius, thick / 2 + housingDepth(hipRadius) / 2],
    [leg.shank, kneeRadius, thick / 2 + housingDepth(kneeRadius) / 2],
    [leg.crank, ankleRadius, ankleShift]
  ] as const
  const placements = shown.flatMap(([body, radius, shift]) => {
    const gearing = driveOf(anatomy, body) ?? driveOf(anatomy, leg.foot)
    return gearing ? [{ gearing, radius, shift }] : []
  })
  const actuators = new Actuators(figure, placements)

  const at = (body: BodyAnatomy, point: Vector3) => ({ body: body.index, point })
  const triangle = [foot.ankle, foot.heel, foot.toe, foot.ankle].map((point) => at(leg.foot, point))
  const radii = new Map(shown.map(([body, radius]) => [body.index, radius]))
  for (const { gearing, radius } of placements) radii.set(gearing.rotor.child, radius)
  return {
    traces: [at(leg.foot, foot.toe)],
    ghosts: {
      count: 8,
      interval: 0.12,
      lines: [[at(leg.thigh, hip), at(leg.thigh, knee), at(leg.shank, ankle)], triangle],
      dotEach: 1,
      behind: 0.02 * unit
    },
    hub: (body) => radii.get(body) ?? 0.06 * unit,
    update: (q, poses, seconds) => actuators.update(q, poses, seconds),
    setCutaway: (open) => actuators.setCutaway(open)
  }
}
