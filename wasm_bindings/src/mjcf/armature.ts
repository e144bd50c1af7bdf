import type { Body, Coupling, Joint, Vector6 } from '../types/mechanism.js'
import type { Closure } from '../xml/closing.js'
import type { Remarks } from '../xml/remarks.js'
import type { ReadJoint } from './joints.js'

/** Rotors in place of armatures, and their couplings to the joints. */
export interface Rotors {
  readonly bodies: readonly Body[]
  readonly joints: readonly Joint[]
  readonly couplings: readonly Closure<Coupling>[]
  /** Turns of each rotor for one of its joint, by the rotor's name. */
  readonly ratios: ReadonlyMap<string, { readonly joint: string; readonly ratio: number }>
}

/** Turns of a rotor for one of its joint: the first for which the parent body has enough inertia. */
const gears = [10, 100] as const

/**
 * An armature a adds a·q̇²/2 to the kinetic energy. Two rotors of inertia a/(2n²) that a joint turns n
 * times, one each way, have together
 *
 *   a/(4n²) · (|ω + n q̇ axis|² + |ω − n q̇ axis|²) = a/(2n²) · |ω|² + a q̇²/2
 *
 * with ω of their parent body. The first term is that of an inertia a/n² of that body, which
 * is taken from it; where it has less, as a massless one, or is the ground, nothing is.
 */
export function rotorsOf(
  joints: readonly ReadJoint[],
  bodies: Map<string, Body>,
  freeName: (kind: 'body' | 'joint', wanted: string) => string,
  remarks: Remarks
): Rotors {
  const rotors = {
    bodies: [] as Body[],
    joints: [] as Joint[],
    couplings: [] as Closure<Coupling>[],
    ratios: new Map<string, { joint: string; ratio: number }>()
  }
  for (const { joint, element, armature } of joints) {
    if (armature === 0) continue
    if (joint.type !== 'revolute' && joint.type !== 'prismatic') {
      remarks.once(
        `armature ${joint.type}`,
        element,
        `armature of a ${joint.type} joint is left out`
      )
      continue
    }
    const gear = lightened(joint.parent, armature, bodies)
    const moment = armature / (2 * gear * gear)
    for (const ratio of [gear, -gear]) {
      const name = freeName('joint', `${joint.name}_rotor${ratio > 0 ? 1 : 2}`)
      const body = freeName('body', name)
      rotors.bodies.push({ name: body, mass: 0, inertia: [moment, moment, moment] })
      rotors.joints.push({
        name,
        type: 'revolute',
        parent: joint.parent,
        child: body,
        ...(joint.axis ? { axis: joint.axis } : {}),
        ...(joint.parentFrame ? { parentFrame: joint.parentFrame } : {})
      })
      const terms = [
        { joint: name, coefficient: 1 },
        { joint: joint.name, coefficient: -ratio }
      ]
      rotors.couplings.push({ element, value: { name, terms } })
      rotors.ratios.set(name, { joint: joint.name, ratio })
    }
  }
  return rotors
}

/** Subtracts the inertia of two rotors from their parent body; returns their gear. */
function lightened(parent: string, armature: number, bodies: Map<string, Body>): number {
  const body = bodies.get(parent)
  if (!body) return gears[0]
  for (const gear of gears) {
    const less = armature / (gear * gear)
    const [xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0] = body.inertia ?? []
    const inertia: Vector6 = [xx - less, yy - less, zz - less, xy, xz, yz]
    if (!isPositive(inertia)) continue
    bodies.set(parent, { ...body, inertia })
    return gear
  }
  return gears[1]
}

/** Whether a symmetric matrix is positive definite, by its leading minors. */
function isPositive([xx, yy, zz, xy, xz, yz]: Vector6): boolean {
  const second = xx * yy - xy * xy
  const third = zz * second - xx * yz * yz - yy * xz * xz + 2 * xy * xz * yz
  return xx > 0 && second > 0 && third > 0
}
