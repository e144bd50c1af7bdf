/**
 * Leg with differential drives: two motors at the hip move cranks whose push-rods roll and pitch the
 * thigh together; two on the axis of the knee turn knee and ankle by their sum and difference.
 */
import { Shape, Vector3 } from 'three'
import { type BodyAnatomy, type JointAnatomy, world } from '../anatomy.ts'
import { closedHousing } from '../shapes/actuator.ts'
import { gear } from '../shapes/gears.ts'
import { belt, type Disc, plate, roundedRectangle, slottedLink } from '../shapes/plates.ts'
import { ball, block, cylinder, dome, rod } from '../shapes/solids.ts'
import { genericStyle } from './generic.ts'
import { yawDrive } from './leg-parts.ts'
import type { MakeStyle, Subject } from './style.ts'

const names = ['clamp', 'gimbal', 'thigh', 'shin', 'foot'] as const
const cranks = ['hipCrankLeft', 'hipCrankRight', 'ankleCrank'] as const
type Name = (typeof names)[number] | (typeof cranks)[number]

function legBodies({ anatomy }: Subject): Record<Name, BodyAnatomy> | null {
  const found = [...names, ...cranks].map((name) => [name, anatomy.body(name)] as const)
  if (found.some(([, body]) => !body)) return null
  return Object.fromEntries(found) as Record<Name, BodyAnatomy>
}

const eye = ({ x, y }: Vector3, r: number): Disc => ({ x, y, r })

/** The point on a body where a push-rod ends, or null. */
function rodEnd(body: BodyAnatomy, loops: readonly JointAnatomy[]): Vector3 | null {
  const loop = loops.find(({ parent, child }) => parent === body.index || child === body.index)
  if (!loop) return null
  return loop.parent === body.index ? loop.onParent : loop.onChild
}

/** A geared motor along z: the housing on its parent, the pinion with its index mark on the rotor. */
function addMotor({ anatomy, figure }: Subject, name: string, r: number, side: 1 | -1): void {
  const rotor = anatomy.joints.find((joint) => anatomy.bodies[joint.child]?.name === name)
  if (!rotor) return
  const { x, y, z } = rotor.onParent
  const depth = 0.72 * r
  const shell = closedHousing().scale(r, r, depth)
  figure.add(rotor.parent, [shell.translate(x, y, z)])
  const face = side * 0.45 * depth
  const mark = block(0.1 * r, 0.26 * r, 0.02 * r, 'index')
  figure.add(rotor.child, [
    gear(
      0.56 * r,
      0.66 * r,
      20,
      Math.min(face, face + side * 0.24 * r),
      Math.max(face, face + side * 0.24 * r),
      'copper'
    ),
    mark.translate(0, 0.38 * r, face + side * 0.25 * r)
  ])
}

/** A crank: a tapered plate from its pivot to the pin of its rod, a cap on the pivot. */
function addCrank({ figure }: Subject, crank: BodyAnatomy, pin: Vector3, r: number): void {
  const pivot = crank.inbound.onChild
  const arm = belt([eye(pivot, r), eye(pin, 0.62 * r)], new Shape())
  const shift = pivot.z
  figure.add(crank.index, [
    plate(arm, 0.6 * r, 'link', { at: shift, bevel: 0.08 * r }),
    dome(0.5 * r, 'brass').translate(pivot.x, pivot.y, shift + 0.3 * r),
    cylinder(0.3 * r, shift - 0.8 * r, shift + 0.8 * r, 'pin', 20).translate(pin.x, pin.y, 0),
    ball(0.46 * r, 'pin').translate(pin.x, pin.y, pin.z)
  ])
}

export const differentialLegStyle: MakeStyle = (subject) => {
  const { anatomy, figure, framing, size } = subject
  const leg = legBodies(subject)
  if (!leg) return genericStyle(subject)
  const { clamp, gimbal, thigh, shin, foot } = leg
  const hip = thigh.inbound.onChild
  const knee = shin.inbound.onParent
  const ankle = foot.inbound.onParent
  const u = hip.distanceTo(knee)

  // Below the shaft of the yaw drive: a bridge that holds both hip motors, and a neck down to the
  // gimbal.
  const gimbalTop = gimbal.inbound.onParent
  figure.add(
    world,
    yawDrive(
      clamp.inbound.onParent.clone().setY(clamp.inbound.onParent.y + 0.1 * u),
      framing.max[1] + size,
      0.92 * u
    )
  )
  const bridge = plate(
    roundedRectangle(0.3 * u, 0.26 * u, 0.05 * u, new Shape()),
    0.24 * u,
    'link',
    { bevel: 0.014 * u }
  )
  const shaft = cylinder(0.085 * u, 0.12 * u, 0.23 * u, 'pin', 36).rotateX(-Math.PI / 2)
  const neck = plate(
    belt([eye(new Vector3(0, -0.08 * u), 0.1 * u), eye(gimbalTop, 0.085 * u)], new Shape()),
    0.1 * u,
    'link',
    { bevel: 0.012 * u }
  )
  const fork = cylinder(0.075 * u, -0.15 * u, 0.15 * u, 'housing', 36).rotateY(Math.PI / 2)
  figure.add(clamp.index, [
    shaft,
    bridge,
    neck,
    fork.translate(gimbalTop.x, gimbalTop.y, gimbalTop.z)
  ])
  figure.add(gimbal.index, [
    ball(0.085 * u, 'brass', 32),
    cylinder(0.045 * u, -0.17 * u, 0.17 * u, 'pin', 24)
  ])

  const thick = 0.15 * u
  const hipPins = anatomy.loops.flatMap((loop) =>
    loop.parent === thigh.index ? [loop.onParent] : loop.child === thigh.index ? [loop.onChild] : []
  )
  figure.add(thigh.index, [
    ...slottedLink(eye(hip, 0.15 * u), eye(knee, 0.13 * u), thick, 0, 'link', 0.012 * u),
    ...hipPins.flatMap((pin) => [
      rod(new Vector3(hip.x, hip.y, Math.sign(pin.z) * 0.4 * thick), pin, 0.028 * u, 'inner'),
      ball(0.048 * u, 'pin').translate(pin.x, pin.y, pin.z)
    ])
  ])
  for (const name of ['hipCrankLeft', 'hipCrankRight'] as const) {
    const pin = rodEnd(leg[name], anatomy.loops)
    if (pin) addCrank(subject, leg[name], pin, 0.07 * u)
  }
  addMotor(subject, 'hipRotorLeft', 0.16 * u, -1)
  addMotor(subject, 'hipRotorRight', 0.16 * u, 1)

  // Shin, crank and foot lie between and before the two motors of the knee.
  addMotor(subject, 'kneeAnkleRotor1', 0.15 * u, -1)
  addMotor(subject, 'kneeAnkleRotor2', 0.15 * u, 1)
  const top = shin.inbound.onChild
  const cheek = belt([eye(top, 0.12 * u), eye(ankle, 0.075 * u)], new Shape())
  figure.add(
    shin.index,
    [-1, 1].map((side) =>
      plate(cheek, 0.26 * thick, 'inner', { at: 0.34 * side * thick, bevel: 0.008 * u })
    )
  )
  const anklePin = rodEnd(leg.ankleCrank, anatomy.loops)
  if (anklePin) addCrank(subject, leg.ankleCrank, anklePin, 0.055 * u)
  const heel = new Vector3(-0.2 * u, -0.19 * u)
  const toe = new Vector3(0.36 * u, -0.19 * u)
  const lever = rodEnd(foot, anatomy.loops)
  const shoe = belt(
    [
      eye(new Vector3(), 0.085 * u),
      eye(new Vector3(-0.17 * u, -0.15 * u), 0.03 * u),
      eye(new Vector3(0.33 * u, -0.15 * u), 0.03 * u)
    ],
    new Shape()
  )
  const sole = plate(
    roundedRectangle(0.6 * u, 0.045 * u, 0.012 * u, new Shape(), 0.08 * u, -0.19 * u),
    0.3 * u,
    'housing',
    { bevel: 0.008 * u }
  )
  figure.add(foot.index, [
    plate(shoe, 0.24 * u, 'link', { bevel: 0.012 * u }),
    sole,
    cylinder(0.04 * u, -0.16 * u, 0.16 * u, 'pin', 24),
    dome(0.05 * u, 'brass').translate(0, 0, 0.16 * u),
    ...(lever ? [ball(0.026 * u, 'pin').translate(lever.x, lever.y, lever.z)] : [])
  ])

  const at = (body: BodyAnatomy, point: Vector3) => ({ body: body.index, point })
  return {
    traces: [at(foot, toe)],
    ghosts: {
      count: 8,
      interval: 0.12,
      lines: [
        [at(thigh, hip), at(thigh, knee), at(shin, ankle)],
        [new Vector3(), heel, toe, new Vector3()].map((point) => at(foot, point))
      ],
      dotEach: 1,
      behind: 0.02 * u
    },
    hub: () => 0.16 * u
  }
}
