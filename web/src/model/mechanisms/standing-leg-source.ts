import type { Body, Coupling, Joint, Mechanism, Vector3 } from 'linkwork'

/** Angles of the stance, forward positive [rad]: upright trunk, bent knee and ankle. */
export const stance = { ankle: 0.3, knee: -0.6, hip: 0.3 }

/** Lengths [m] of a leg of human size: x forward, z up, every body's frame at its lower end. */
const shank = 0.4
const thigh = 0.4
const trunk = 0.5
const ankleHeight = 0.07
const crank = 0.065
/** Of the crank's pivot, over the ankle. */
const crankHeight = 0.28
/**
 * Position of the rod's pin on the heel, relative to the ankle, in the frame of the shank in the
 * stance.
 */
const heelPin: Vector3 = [-0.07, 0, -0.02]
/** Vector along the rod in the stance, where the crank points straight back. */
const rod: Vector3 = [heelPin[0] + crank, 0, heelPin[2] - crankHeight]

const lateral: Vector3 = [0, 1, 0]

export interface StandingLegOptions {
  /** Rotor angle over joint angle. */
  readonly ratio: number
  /** Of the trunk [kg]. */
  readonly trunkMass: number
  readonly gravity: number
  readonly damping: number
  /** Of the trunk from upright at the start, forward positive [rad]. */
  readonly lean: number
}

/**
 * A leg whose foot is fixed to the ground. Ankle, by a push-rod, and knee have geared motors. The hip
 * is a passive revolute joint that supports the trunk.
 */
export function standingLeg(options: StandingLegOptions): Mechanism {
  const { ratio, trunkMass, gravity, damping, lean } = options
  const revolute = [
    hinge('ankle', 'foot', 'shank', [0, 0, ankleHeight]),
    hinge('knee', 'shank', 'thigh', [0, 0, shank]),
    hinge('hip', 'thigh', 'trunk', [0, 0, thigh]),
    hinge('crank', 'shank', 'crank', [0, 0, crankHeight]),
    hinge('rod', 'crank', 'rod', [-crank, 0, 0])
  ]
  const bolt: Joint = { name: 'bolt', type: 'fixed', parent: 'world', child: 'foot' }
  return {
    linkwork: 1,
    name: 'standing leg',
    gravity: [0, 0, -gravity],
    bodies: [
      foot(),
      limb('shank', 2.2, [0, 0, shank], 0.04),
      limb('thigh', 3.6, [0, 0, thigh], 0.06),
      limb('trunk', trunkMass, [0, 0, trunk], 0.06),
      limb('crank', 0.1, [-crank, 0, 0], 0.01),
      limb('rod', 0.15, rod, 0.008),
      disc('ankleRotor'),
      disc('kneeRotor')
    ],
    joints: [
      bolt,
      ...revolute.map((joint) => (damping > 0 ? { ...joint, damping } : joint)),
      hinge('ankleRotor', 'shank', 'ankleRotor', [0, 0, crankHeight]),
      hinge('kneeRotor', 'shank', 'kneeRotor', [0, 0, shank])
    ],
    loops: [
      {
        ...{ name: 'heelPin', type: 'revolute', parent: 'rod', child: 'foot', axis: lateral },
        parentFrame: { position: rod },
        childFrame: { position: turned(heelPin, stance.ankle, ankleHeight) }
      }
    ],
    couplings: [gear('ankleRotor', 'crank', ratio), gear('kneeRotor', 'knee', ratio)],
    initialState: {
      q: {
        ankle: [stance.ankle],
        knee: [stance.knee],
        hip: [stance.hip + lean],
        kneeRotor: [ratio * stance.knee]
      }
    }
  }
}

function hinge(name: string, parent: string, child: string, position: Vector3): Joint {
  return { name, type: 'revolute', parent, child, axis: lateral, parentFrame: { position } }
}

function gear(rotor: string, joint: string, ratio: number): Coupling {
  const terms = [
    { joint: rotor, coefficient: 1 },
    { joint, coefficient: -ratio }
  ]
  return { name: `${rotor}Gear`, terms }
}

/** A point turned forward about the origin, then raised. */
function turned([x, y, z]: Vector3, angle: number, height: number): Vector3 {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [cos * x + sin * z, y, cos * z - sin * x + height]
}

/** A cylinder from its frame's origin to a point of the x–z plane. */
function limb(name: string, mass: number, [x, , z]: Vector3, radius: number): Body {
  const square = x * x + z * z
  const across = (mass * (3 * radius ** 2 + square)) / 12
  const less = (across - (mass * radius ** 2) / 2) / square
  return {
    name,
    mass,
    centerOfMass: [x / 2, 0, z / 2],
    inertia: [across - less * x * x, across, across - less * z * z, 0, -less * x * z, 0]
  }
}

/** A flat box on the ground, from behind the heel to the toe. */
function foot(): Body {
  const [mass, back, front, wide, thick] = [1.1, -0.08, 0.17, 0.09, 0.03]
  const moment = (a: number, b: number) => (mass * (a * a + b * b)) / 12
  const long = front - back
  return {
    name: 'foot',
    mass,
    centerOfMass: [(back + front) / 2, 0, thick / 2],
    inertia: [moment(wide, thick), moment(long, thick), moment(long, wide)]
  }
}

/** A rotor about the lateral axis. */
function disc(name: string): Body {
  const [mass, radius, thick] = [0.4, 0.04, 0.02]
  const across = (mass * (3 * radius ** 2 + thick ** 2)) / 12
  return { name, mass, inertia: [across, (mass * radius ** 2) / 2, across] }
}
