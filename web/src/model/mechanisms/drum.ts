import type { Collider, Mechanism, Shape, Tracking } from 'linkwork'
import { frictionSlider } from './contact.ts'
import type { OptionValues, SliderSpec } from './entry.ts'

/** A chain of capsules that hangs over a drum, which a motor turns to and fro. */
export interface OnDrum {
  readonly name: string
  readonly links: number
  /** Radius of the drum [m]. */
  readonly drum: number
  readonly friction: number
  /** [m/s²] */
  readonly gravity: number
  /** Whether the chain is a ring. */
  readonly isClosed: boolean
}

const height = 1.2
const width = 0.12
const rim = { radius: 0.05, width: 0.02 }
const link = { length: 0.1, radius: 0.018, mass: 0.1 }

/** From z to the drum's axis, y. */
const acrossPlane = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const
const alongLink = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const
/** A turn about y. */
const turned = (angle: number) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] as const

/** The fastest that the drum turns. */
export const drumSpeed: SliderSpec = {
  option: 'speed',
  label: 'Speed',
  min: 0,
  max: 6,
  initial: 3,
  step: 0.1,
  unit: 'rad/s',
  drives: true
}

export const drumLinks: SliderSpec = {
  option: 'links',
  label: 'Links',
  min: 12,
  max: 32,
  initial: 24,
  step: 1
}

export const drumFriction: SliderSpec = { min: 0, initial: 0.6, ...frictionSlider, max: 1.5 }

/** Oscillates the drum by ±`turn` [rad], with at most the speed of the slider. */
export function turnDrum({ speed = drumSpeed.initial }: OptionValues, turn: number): Tracking {
  const waves = [{ amplitude: turn, frequency: speed / (2 * Math.PI * turn) }]
  return { joints: { drum: speed > 0 ? { waves } : 0 }, stiffness: 400, damping: 40 }
}

export function onDrum({ name, links, drum, friction, gravity, isClosed }: OnDrum): Mechanism {
  const names = Array.from({ length: links }, (_, i) => `link${i + 1}`)
  const joints = names.slice(1).map((child, i) => ({
    name: `joint${i + 1}`,
    type: 'spherical' as const,
    parent: names[i] as string,
    child,
    parentFrame: { position: [link.length, 0, 0] as const }
  }))
  const slender = (link.mass * link.length ** 2) / 9
  const bodies = names.map((each) => ({
    name: each,
    mass: link.mass,
    centerOfMass: [link.length / 2, 0, 0] as const,
    inertia: [(link.mass * link.radius ** 2) / 2, slender, slender, 0, 0, 0] as const
  }))
  const wheel = { name: 'drum', mass: 3, inertia: [0.05, 0.05, 0.05, 0, 0, 0] as const }
  const axle = { position: [0, 0, height] as const }
  return {
    linkwork: 1,
    name,
    gravity: [0, 0, -gravity],
    bodies: [...bodies, { ...wheel, shapes: wheelShapes(drum) }],
    joints: [
      { name: 'link1', type: 'free', parent: 'world', child: 'link1' },
      ...joints,
      {
        name: 'drum',
        type: 'revolute',
        parent: 'world',
        child: 'drum',
        axis: [0, 1, 0],
        parentFrame: axle
      }
    ],
    ...(isClosed && {
      loops: [
        {
          name: 'closure',
          type: 'spherical',
          parent: names.at(-1) as string,
          child: 'link1',
          parentFrame: { position: [link.length, 0, 0] }
        }
      ]
    }),
    contact: {
      colliders: [
        { body: 'world', type: 'plane', friction },
        ...wheelColliders(drum, friction),
        ...names.map(
          (body): Collider => ({
            body,
            type: 'capsule',
            radius: link.radius,
            length: link.length,
            friction,
            frame: { position: [link.length / 2, 0, 0], rotation: alongLink }
          })
        )
      ]
    },
    initialState: { q: isClosed ? hungRing(links, drum) : laidOver(links, drum) }
  }
}

/** Colliders of the drum and of its rims, which have low friction. */
function wheelColliders(radius: number, friction: number): Collider[] {
  const rims = [-1, 1].map((side) => ({
    body: 'drum',
    type: 'cylinder' as const,
    radius: radius + rim.radius,
    length: rim.width,
    friction: Math.min(friction, 0.1),
    frame: { position: [0, (side * (width + rim.width)) / 2, 0] as const, rotation: acrossPlane }
  }))
  const hub = { body: 'drum', type: 'cylinder' as const, radius, length: width, friction }
  return [{ ...hub, frame: { rotation: acrossPlane } }, ...rims]
}

/** A hub, rims, and spokes that show the rotation. */
function wheelShapes(radius: number): Shape[] {
  const reach = radius + rim.radius
  const size = [2 * reach - rim.width, 0.6 * rim.width, 0.03] as const
  const sides = [-1, 1].map((side) => [0, (side * (width + rim.width)) / 2, 0] as const)
  const spokes = sides.flatMap((position) =>
    Array.from({ length: 4 }, (_, i): Shape => {
      return { type: 'box', size, frame: { position, rotation: turned((i * Math.PI) / 4) } }
    })
  )
  const rims = sides.map((position): Shape => {
    const minorRadius = rim.width / 2
    const frame = { position, rotation: acrossPlane }
    return { type: 'torus', majorRadius: reach - minorRadius, minorRadius, frame }
  })
  const hub = { type: 'cylinder' as const, radius, length: width, frame: { rotation: acrossPlane } }
  return [hub, ...spokes, ...rims]
}

/** A regular polygon that hangs from the drum by the middle of its first link. */
function hungRing(links: number, drum: number) {
  const step = (2 * Math.PI) / links
  const circle = link.length / (2 * Math.sin(step / 2))
  const center = height + drum + link.radius - circle * Math.cos(step / 2)
  const start = [circle * Math.sin(-step / 2), 0, center + circle * Math.cos(step / 2)]
  const turns = Array.from({ length: links - 1 }, (_, i) => [`joint${i + 1}`, turned(step)])
  return { link1: [...start, ...turned(0)], ...Object.fromEntries(turns) }
}

/** A straight line that lies across the drum. */
function laidOver(links: number, drum: number) {
  const start = [(-links * link.length) / 2, 0, height + drum + 1.2 * link.radius]
  return { link1: [...start, ...turned(0)] }
}
