/**
 * What may stand beside a mechanism: itself, or what simpler models take it for.
 *
 *   reflected   a rotor turns about the ground, not about the link that carries it: the link feels
 *               N² I at its joint and the rotor's mass, and no more
 *   rotorless   rotors are locked to the links that carry them: mass that does not turn
 *   soft        the pin of a loop is held by springs across its axis
 */
export const variantNames = ['same', 'reflected', 'rotorless', 'soft'] as const
export type VariantName = (typeof variantNames)[number]
