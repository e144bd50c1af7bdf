import { type Joint, type Mechanism, positionSize, velocitySize } from 'linkwork'
import { hasContact } from '../../model/contact.ts'
import type { Quantity } from '../../model/messages.ts'
import { spokenName } from '../../model/parts.ts'

/** A quantity that can be followed, as it is written. */
export interface Offer {
  /** Its own among those of a mechanism. */
  readonly key: string
  /** On a chip under the name of its part: "Angle". */
  readonly label: string
  /** By itself: "Crank angle". */
  readonly name: string
  readonly unit: string
  readonly quantity: Quantity
  /** Whether it is periodic with a full turn. */
  readonly turns?: boolean
}

/** Offers under a heading of their own. */
export interface OfferGroup {
  readonly title: string
  readonly offers: readonly Offer[]
}

type Naming = (label: string, unit: string, quantity: Quantity, turns?: boolean) => Offer

function naming(subject: string, key: string): Naming {
  return (label, unit, quantity, turns = false) => ({
    key: `${key}.${label}`,
    label,
    name: [subject, label.charAt(0).toLowerCase() + label.slice(1)].filter(Boolean).join(' '),
    unit,
    quantity,
    turns
  })
}

/** Quantities of the whole mechanism. */
export function wholeOffers(): OfferGroup {
  const energy = naming('', 'all')
  const all = (what: 'kinetic' | 'potential' | 'total' | 'linear' | 'angular') =>
    ({ of: 'all', what }) as const
  const named = (label: string, unit: string, what: Parameters<typeof all>[0]) => ({
    ...energy(label, unit, all(what)),
    name: label
  })
  return {
    title: 'Whole mechanism',
    offers: [
      named('Kinetic energy', 'J', 'kinetic'),
      named('Potential energy', 'J', 'potential'),
      named('Total energy', 'J', 'total'),
      named('Linear momentum', 'kg m/s', 'linear'),
      named('Angular momentum', 'kg m²/s', 'angular')
    ]
  }
}

/** Quantities of a body: of its joint, of itself, and of the loops that it belongs to. */
export function partOffers(mechanism: Mechanism, body: number): OfferGroup[] {
  const name = mechanism.bodies[body]?.name
  if (name === undefined) return []
  const { joints, loops = [] } = mechanism
  const joint = joints.findIndex(({ child }) => child === name)
  const holding = loops
    .map((loop, index) => ({ loop, place: joints.length + index }))
    .filter(({ loop }) => loop.child === name || loop.parent === name)
  return [
    ...(joint < 0 ? [] : [jointOffers(mechanism, joint)]),
    bodyOffers(mechanism, body, name),
    ...holding.map(({ loop, place }) => ({
      title: `${spokenName(loop.name)}, loop`,
      offers: reactionOffers(naming(spokenName(loop.name), `loop.${loop.name}`), place)
    }))
  ]
}

function jointOffers({ joints }: Mechanism, index: number): OfferGroup {
  const joint = joints[index] as Joint
  const spoken = spokenName(joint.name)
  const subject = /joint/i.test(spoken) ? spoken : `${spoken} joint`
  const offer = naming(subject, `joint.${joint.name}`)
  const [atQ, atV] = [positionSize, velocitySize].map((sizeOf) =>
    joints.slice(0, index).reduce((sum, each) => sum + sizeOf(each), 0)
  ) as [number, number]
  const reactions = reactionOffers(offer, index)
  const turns = joint.type === 'revolute' || joint.type === 'helical'
  if (!turns && joint.type !== 'prismatic')
    return { title: subject, offers: [...coordinateOffers(joint, offer, atQ, atV), ...reactions] }
  const unit = turns ? 'rad' : 'm'
  return {
    title: subject,
    offers: [
      offer(turns ? 'Angle' : 'Position', unit, { of: 'q', at: atQ }, turns),
      offer('Velocity', `${unit}/s`, { of: 'v', at: atV }),
      offer('Acceleration', `${unit}/s²`, { of: 'a', at: atV }),
      offer(turns ? 'Torque' : 'Force along axis', turns ? 'N m' : 'N', {
        of: 'joint',
        joint: index,
        what: 'torque'
      }),
      ...reactions
    ]
  }
}

/** Of a body that moves freely: where its frame is, and how that turns and moves in its own axes. */
function freeOffers(offer: Naming, atQ: number, atV: number): Offer[] {
  const row = (label: string, axes: string, of: 'q' | 'v' | 'a', first: number, unit: string) =>
    Array.from(axes, (axis, i) => offer(`${label} ${axis}`, unit, { of, at: first + i }))
  return [
    ...row('Position', 'xyz', 'q', atQ, 'm'),
    ...row('Quaternion', 'xyzw', 'q', atQ + 3, '1'),
    ...row('Angular velocity', 'xyz', 'v', atV, 'rad/s'),
    ...row('Velocity', 'xyz', 'v', atV + 3, 'm/s'),
    ...row('Angular acceleration', 'xyz', 'a', atV, 'rad/s²'),
    ...row('Acceleration', 'xyz', 'a', atV + 3, 'm/s²')
  ]
}

/** Of a joint with several coordinates, each by its number; their units are its own. */
function coordinateOffers(joint: Joint, offer: Naming, atQ: number, atV: number): Offer[] {
  const numbered = (
    label: string,
    of: 'q' | 'v' | 'a',
    first: number,
    size: number,
    unit: string
  ) =>
    Array.from({ length: size }, (_, i) => offer(`${label} ${i + 1}`, unit, { of, at: first + i }))
  if (joint.type === 'free') return freeOffers(offer, atQ, atV)
  return [
    ...numbered('Coordinate', 'q', atQ, positionSize(joint), 'SI'),
    ...numbered('Velocity', 'v', atV, velocitySize(joint), 'SI/s'),
    ...numbered('Acceleration', 'a', atV, velocitySize(joint), 'SI/s²')
  ]
}

function reactionOffers(offer: Naming, joint: number): Offer[] {
  return [
    offer('Reaction force', 'N', { of: 'joint', joint, what: 'force' }),
    offer('Reaction moment', 'N m', { of: 'joint', joint, what: 'moment' })
  ]
}

function bodyOffers(mechanism: Mechanism, body: number, name: string): OfferGroup {
  const subject = spokenName(name)
  const offer = naming(subject, `body.${name}`)
  const of = (what: 'x' | 'y' | 'z' | 'speed' | 'contact') => ({ of: 'body', body, what }) as const
  return {
    title: `${subject}, center of mass`,
    offers: [
      ...(['x', 'y', 'z'] as const).map((axis) => offer(axis, 'm', of(axis))),
      offer('Speed', 'm/s', of('speed')),
      ...(hasContact(mechanism) ? [offer('Contact force', 'N', of('contact'))] : [])
    ]
  }
}
