import type { Mechanism } from 'linkwork'

/** Whether bodies of a mechanism can touch each other or the ground. */
export const hasContact = ({ contact }: Mechanism): boolean => (contact?.colliders?.length ?? 0) > 0
