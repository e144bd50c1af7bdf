/** Robots: their own shapes, the spring that holds up their base, and the ways of their feet. */
import { Vector3 } from 'three'
import { world } from '../anatomy.ts'
import { drawnVector } from '../frames.ts'
import { Coil } from '../shapes/coil.ts'
import { ball, block, cylinder } from '../shapes/solids.ts'
import { hanger, slab } from '../shapes/stand.ts'
import { genericStyle } from './generic.ts'
import { drawShapedBodies } from './shaped.ts'
import type { BodyPoint, MakeStyle, Subject, VisualStyle } from './style.ts'

type Triple = readonly [number, number, number]

/** How a robot is shown; points are in the bodies' own frames, z up [m]. */
export interface RobotPlan {
  /** Height of the base above the floor [m]. */
  readonly height: number
  /** Point of the base that the spring holds, and the side of its anchor in the world. */
  readonly eye: Triple
  readonly from: 'above' | 'behind'
  /** Length of the spring at rest. */
  readonly spring: number
  /** Legs from the hip outwards, by names of bodies, and where the last one ends. */
  readonly legs: readonly (readonly string[])[]
  readonly foot: Triple
  /** How many of the legs leave ghosts: the ones nearest to the viewer come first. */
  readonly ghosts: number
}

/** Draws what the spring hangs from; gives the point where it does. */
function drawHolder({ figure, framing, size }: Subject, plan: RobotPlan): Vector3 {
  const anchor = drawnVector(plan.eye, new Vector3())
  anchor.y += plan.height
  const r = 0.012 * size
  if (plan.from === 'above') {
    anchor.y += plan.spring
    const collar = cylinder(1.7 * r, 0, 4 * r, 'housing').rotateX(-Math.PI / 2)
    figure.add(world, [
      collar.translate(anchor.x, anchor.y, anchor.z),
      hanger(anchor.clone().setY(anchor.y + 3 * r), framing.max[1] + size, r)
    ])
    return anchor
  }
  anchor.x -= plan.spring
  const column = anchor.x - 10 * r
  const top = anchor.y + 6 * r
  const arm = block(10 * r, 2.4 * r, 2.4 * r, 'stand')
  const collar = cylinder(1.7 * r, -4 * r, 0, 'housing').rotateY(Math.PI / 2)
  figure.add(world, [
    hanger(new Vector3(column, framing.floor, anchor.z), top, 1.6 * r),
    arm.translate((column + anchor.x) / 2 - 2 * r, anchor.y, anchor.z),
    block(4.4 * r, 5 * r, 4.4 * r, 'housing').translate(column, anchor.y, anchor.z),
    collar.translate(anchor.x, anchor.y, anchor.z),
    ball(1.7 * r, 'stand').translate(column, top, anchor.z),
    slab(column - 14 * r, column + 14 * r, framing.floor + 1.6 * r, 1.6 * r, 28 * r)
  ])
  return anchor
}

/** The ways of the feet, and the nearest legs at equal times. */
function strides(
  subject: Subject,
  plan: Pick<RobotPlan, 'legs' | 'foot' | 'ghosts'>
): Pick<VisualStyle, 'traces' | 'ghosts'> {
  const legs = legLines(subject, plan)
  return {
    traces: legs.flatMap((leg) => leg.slice(-1)),
    ghosts: {
      count: 7,
      interval: 0.07,
      lines: legs.slice(0, plan.ghosts),
      dotEach: 1,
      behind: 0.01 * subject.size
    }
  }
}

/** Points along the legs, hip to foot. */
function legLines({ anatomy }: Subject, { legs, foot }: Pick<RobotPlan, 'legs' | 'foot'>) {
  const tip = drawnVector(foot, new Vector3())
  return legs.map((names) =>
    names.flatMap((name, i): BodyPoint[] => {
      const body = anatomy.body(name)
      if (!body) return []
      const start = { body: body.index, point: body.inbound.onChild }
      return i === names.length - 1 ? [start, { body: body.index, point: tip }] : [start]
    })
  )
}

export function robotStyle(plan: RobotPlan): MakeStyle {
  return (subject) => {
    const { anatomy, figure, size } = subject
    const base = anatomy.joints.find(({ type }) => type === 'free')
    if (!base) return genericStyle(subject)
    drawShapedBodies(subject)
    const coil = new Coil(figure, drawHolder(subject, plan), base.child, plan.eye, 0.022 * size)
    return {
      ...strides(subject, plan),
      hub: () => 0.05 * size,
      update: (_q, poses) => coil.update(poses)
    }
  }
}

/** A robot that nothing holds: the way of its head's place on the base, and of its hands. */
function freeRobotStyle(base: string, head: Triple, hands: readonly string[]): MakeStyle {
  return (subject) => {
    const { anatomy, size } = subject
    drawShapedBodies(subject)
    const trunk = anatomy.body(base)
    const ends = hands.flatMap((name) => anatomy.body(name) ?? [])
    return {
      traces: [
        ...(trunk ? [{ body: trunk.index, point: drawnVector(head, new Vector3()) }] : []),
        ...ends.map(({ index, tip }) => ({ body: index, point: tip }))
      ],
      ghosts: null,
      hub: () => 0.05 * size
    }
  }
}

const miniCheetah: RobotPlan = {
  height: 0.31,
  eye: [0, 0, 0.08],
  from: 'above',
  spring: 0.13,
  legs: [
    ['frontRightThigh', 'frontRightShank'],
    ['hindRightThigh', 'hindRightShank'],
    ['frontLeftThigh', 'frontLeftShank'],
    ['hindLeftThigh', 'hindLeftShank']
  ],
  foot: [0, 0, -0.19],
  ghosts: 2
}

export const robots: Readonly<Record<string, MakeStyle>> = {
  'humanoid-drop': freeRobotStyle('torso', [0, 0, 0.37], ['rightForearm', 'leftForearm']),
  'mini-cheetah': robotStyle(miniCheetah),
  'mini-cheetah-walk': (subject) => {
    drawShapedBodies(subject)
    return { ...strides(subject, miniCheetah), hub: () => 0.05 * subject.size }
  },
  minitaur: robotStyle({
    height: 0.23,
    eye: [0, 0, 0.075],
    from: 'above',
    spring: 0.13,
    legs: [
      ['frontRightAftUpper', 'frontRightAftLower'],
      ['hindRightAftUpper', 'hindRightAftLower'],
      ['frontLeftAftUpper', 'frontLeftAftLower'],
      ['hindLeftAftUpper', 'hindLeftAftLower']
    ],
    foot: [0, 0, -0.2],
    ghosts: 2
  }),
  'mit-humanoid': robotStyle({
    height: 0.71,
    eye: [0, 0, 0.37],
    from: 'above',
    spring: 0.2,
    legs: [
      ['rightThigh', 'rightShank', 'rightFoot'],
      ['leftThigh', 'leftShank', 'leftFoot']
    ],
    foot: [0.1, 0, -0.035],
    ghosts: 1
  }),
  tello: robotStyle({
    height: 0.745,
    eye: [0, 0, 0.36],
    from: 'above',
    spring: 0.2,
    legs: [
      ['rightThigh', 'rightShin', 'rightFoot'],
      ['leftThigh', 'leftShin', 'leftFoot']
    ],
    foot: [0.085, 0, -0.042],
    ghosts: 1
  }),
  'jvrc-1': robotStyle({
    height: 0.845,
    eye: [-0.085, 0, 0.06],
    from: 'behind',
    spring: 0.22,
    legs: [
      ['rightThigh', 'rightShank', 'rightFoot'],
      ['leftThigh', 'leftShank', 'leftFoot']
    ],
    foot: [0.165, 0, -0.09],
    ghosts: 1
  })
}
