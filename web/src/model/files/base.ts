import type { Joint, Mechanism } from 'linkwork'
import type { OptionValues } from '../mechanisms/entry.ts'
import { landing } from './landing.ts'
import type { OwnMechanism } from './own-mechanism.ts'

/** Supports of a robot with a floating base, by the values of the option `base`. */
export const bases = [
  { label: 'Hanging', fact: 'held up by a spring and a damper' },
  { label: 'Fixed', fact: 'its base is fixed' },
  { label: 'Floating', fact: 'its base floats' }
] as const
const [hanging, fixed, floating] = [0, 1, 2]

/** A robot on a spring bobs at this frequency [Hz], damped by this part of what would stop it. */
const bobbing = 1.6
const suspension = 0.15

/**
 * Returns the possible supports of a robot. A base that floats alone, without a ground, would fall
 * forever.
 */
export function basesOf({ mechanism }: OwnMechanism): readonly (typeof bases)[number][] {
  const isLost = !mechanism.contact && otherRootJoints(mechanism).length > 0
  return isLost ? bases.slice(0, floating) : bases
}

/** Returns remarks about a robot whose base floats alone. */
export function baseRemarks({ mechanism }: Pick<OwnMechanism, 'mechanism'>): string[] {
  const others = otherRootJoints(mechanism)
  if (others.length === 0) return []
  const names = others.map(({ name }) => `"${name}"`).join(', ')
  const floats = `"${baseJoint(mechanism)?.child}" floats alone`
  return [`${floats}: ${names} ${others.length > 1 ? 'hang' : 'hangs'} from the root of the file`]
}

/** Joints of the world other than the base. */
function otherRootJoints(mechanism: Mechanism): Joint[] {
  const joint = baseJoint(mechanism)
  if (!joint) return []
  return mechanism.joints.filter(
    (each) => each !== joint && each.parent === 'world' && each.type !== 'fixed'
  )
}

/**
 * Returns the base that a robot opens with; undefined if there is no choice. A robot that is stable, or
 * whose file has a ground, is let down; others hang.
 */
export function baseOf(own: OwnMechanism): number | undefined {
  const { mechanism, footing } = own
  if (!baseJoint(mechanism)) return undefined
  const isLetDown = mechanism.contact || (footing.isStable && basesOf(own).length > floating)
  return isLetDown ? floating : hanging
}

/** Whether a robot that floats in its file is let down. */
export function isLetDown(own: OwnMechanism, { base = baseOf(own) }: OptionValues): boolean {
  return base === floating
}

/** A robot with its base held so, pulled down by gravity of a size [m/s²]. */
export function withBase(own: OwnMechanism, base: number): Mechanism {
  const { mechanism } = own
  const joint = baseJoint(mechanism)
  if (!joint) return mechanism
  if (base === floating) return { ...mechanism, contact: landing(own) }
  const { q = {}, v = {} } = mechanism.initialState ?? {}
  const { [joint.name]: start = [0, 0, 0, 0, 0, 0, 1], ...positions } = q
  const { [joint.name]: _, ...velocities } = v
  const [x = 0, y = 0, z = 0, ...rotation] = start
  const parentFrame = {
    position: [x, y, z] as const,
    rotation: rotation as unknown as [number, number, number, number]
  }
  const { name, parent, child } = joint
  const mass = mechanism.bodies.reduce((sum, body) => sum + (body.mass ?? 0), 0)
  const held: Joint =
    base === fixed
      ? { name, type: 'fixed', parent, child, parentFrame }
      : { ...joint, parentFrame, ...suspensionOf(mass) }
  return {
    ...mechanism,
    joints: mechanism.joints.map((each) => (each === joint ? held : each)),
    initialState: { q: positions, v: velocities }
  }
}

/** The joint of a base that a file lets float, as readers of robots write it, and that nothing ties. */
function baseJoint({ joints, loops = [], tendons = [] }: Mechanism): Joint | undefined {
  const isLooped = loops.some(({ parent, child }) => parent === 'world' || child === 'world')
  const hangs = tendons.some(({ points = [] }) => points.some(({ body }) => body === 'world'))
  if (isLooped || hangs) return undefined
  const free = joints.filter(({ type }) => type === 'free')
  const [joint] = free
  const isBase = free.length === 1 && joint?.parent === 'world' && !joint.parentFrame
  return isBase && !joint.childFrame ? joint : undefined
}

function suspensionOf(mass: number) {
  const rate = 2 * Math.PI * bobbing
  return { stiffness: mass * rate * rate, damping: 2 * suspension * mass * rate }
}
