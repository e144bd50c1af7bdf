import type { Mechanism } from 'linkwork'

/** Whether bodies of a mechanism can touch each other or the ground. */
export const hasContact = ({ contact }: Mechanism): boolean => (contact?.colliders?.length ?? 0) > 0

/**
 * By which speed a step may break the laws of contact where no impulses satisfy them [m/s]: a jam passes
 * instead of ending the motion, and the truth panel says that it was there.
 */
export const contact = { allow: 0.02 }
