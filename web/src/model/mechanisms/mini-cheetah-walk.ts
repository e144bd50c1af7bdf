import type { Collider, Mechanism } from 'linkwork'
import robot from '../../../../cpp/linkwork/catalogue/robots/mini_cheetah.json'
import { contactGroup } from './contact.ts'
import {
  count,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  type SliderSpec,
  slidersOf
} from './entry.ts'
import type { Step } from './gaits.ts'
import { trot } from './mini-cheetah.ts'

/** Low and short: a fall is far, and it goes straight. */
const step: Step = { period: 0.4, stride: 0.16, lift: 0.06, height: 0.26 }

const corners = ['hindRight', 'hindLeft', 'frontRight', 'frontLeft']

const bumps: SliderSpec = {
  option: 'bumps',
  label: 'Bumps of the ground',
  min: 0,
  max: 0.02,
  initial: 0,
  step: 0.005,
  unit: 'mm',
  factor: 1000
}

/** Rough ground on the floor, ahead of the robot, from 0 to a height [m]. */
function roughGround(height: number): Collider {
  const [length, width, cell] = [16, 4, 0.1]
  const places = (extent: number) =>
    Array.from({ length: Math.round(extent / cell) + 1 }, (_, i) => i * cell)
  const at = (x: number, y: number) => {
    const fromBorder = Math.min(x, y, length - x, width - y)
    const wave = 0.5 + 0.25 * (Math.sin(7 * x) * Math.cos(6 * y) + Math.sin(13 * x - 5 * y))
    return height * wave * Math.min(1, fromBorder / (4 * cell))
  }
  return {
    type: 'heightfield',
    body: 'world',
    extents: [length, width],
    heights: places(width).map((y) => places(length).map((x) => at(x, y))),
    frame: { position: [length / 2 + 0.3, 0, 0] }
  }
}

/** The file of the robot with colliders at the trunk, the knees and the feet. */
function walking(gravity: number, height: number): Mechanism {
  const ball = (body: string, radius: number, z: number) =>
    ({ body, type: 'sphere', radius, frame: { position: [0, 0, z] } }) as const
  return {
    ...(robot as unknown as Mechanism),
    name: 'MIT Mini Cheetah on the floor',
    gravity: [0, 0, -gravity],
    contact: {
      selfCollision: false,
      colliders: [
        { body: 'world', type: 'plane' },
        ...(height > 0 ? [roughGround(height)] : []),
        { body: 'trunk', type: 'box', size: [0.26, 0.15, 0.1] },
        ...corners.flatMap((corner) => [
          ball(`${corner}Thigh`, 0.022, -0.205),
          ball(`${corner}Shank`, 0.0175, -0.19)
        ])
      ]
    }
  }
}

export const miniCheetahWalk: MechanismEntry = {
  id: 'mini-cheetah-walk',
  name: 'Mini Cheetah walks',
  title: 'MIT Mini Cheetah on the floor',
  group: contactGroup,
  tags: ['robot', 'quadruped', 'contact', 'friction', 'trot', 'walk', 'kick', 'motors', 'free'],
  counts: '13 links, 12 rotors',
  sliders: [...slidersOf('miniCheetah', [{ ...gravitySlider, min: 1 }]), bumps],
  framing: () => ({
    min: [-0.5, -0.1],
    max: [0.5, 0.46],
    azimuth: 32,
    elevation: 14,
    fieldOfView: 24,
    floor: 0,
    grid: { minor: 0.05, major: 0.25, radius: 2.2 }
  }),
  firstMethod: 'articulated-body',
  source: ({ gravity = 9.81, bumps = 0 }) => walking(gravity, bumps),
  // Stiff: the motors' law does not know of the floor, which is felt through stiffness alone.
  motors: { stiffness: 10_000, damping: 600, joints: trot(step, 0.12) },
  facts: (mechanism, info) => {
    const rotors = mechanism.couplings?.length ?? 0
    return `${count(mechanism.bodies.length - rotors, 'link')}, ${count(rotors, 'rotor')}, ${degreesOfFreedom(info)}; trots, and takes a kick`
  }
}
