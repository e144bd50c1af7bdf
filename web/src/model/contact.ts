import type { Mechanism } from 'linkwork'

/** Whether bodies of a mechanism can touch each other or the ground. */
export const hasContact = ({ contact }: Mechanism): boolean => (contact?.colliders?.length ?? 0) > 0

/** Whether its velocities can jump or its forces have kinks: contact, and lines that snap. */
export const hasImpacts = (mechanism: Mechanism): boolean =>
  hasContact(mechanism) ||
  (mechanism.tendons ?? []).some(({ limits, onlyPulls }) => limits || onlyPulls)
